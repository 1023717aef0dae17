// SPDX-License-Identifier: MIT
#include "tools/commands.hpp"

#include <nlohmann/json.hpp>

#include "core/json_pointer.hpp"

namespace pintle {

namespace {

// Fields keep their order: models read a schema from top to bottom.
using Ordered = nlohmann::ordered_json;

}  // namespace

std::vector<std::string> commands_of(std::string_view schema) {
  std::vector<std::string> out;
  if (!is_json(schema)) return out;
  const nlohmann::json root = nlohmann::json::parse(schema, nullptr, false);
  const nlohmann::json* const forms = json_at(root, "/oneOf");
  if (forms == nullptr || !forms->is_array()) return out;
  for (const nlohmann::json& form : *forms) {
    const nlohmann::json* const name = json_at(form, "/properties/command/const");
    if (name == nullptr || !name->is_string()) return {};
    out.push_back(name->get<std::string>());
  }
  return out;
}

JsonText command_form(std::string_view schema,
                      std::string_view command,
                      std::string_view description) {
  const Ordered described = Ordered::parse(schema, nullptr, false);
  Ordered form = Ordered::object();
  form["type"] = "object";
  if (!description.empty()) form["description"] = valid_utf8(description);
  form["properties"][command_field] = {{"const", command}};
  form["required"] = Ordered::array({command_field});
  for (const auto& [key, value] : described.items()) {
    if (key == "properties") {
      form[key].update(value);
    } else if (key == "required") {
      for (const Ordered& name : value) form[key].push_back(name);
    } else {
      form[key] = value;
    }
  }
  return form.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

JsonText with_command(std::string_view arguments, std::string_view command) {
  Ordered object = Ordered::parse(arguments, nullptr, false);
  object[command_field] = command;
  return object.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

}  // namespace pintle
