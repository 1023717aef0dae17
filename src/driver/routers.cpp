// SPDX-License-Identifier: MIT
#include <utility>

#include "pintle/model.hpp"

namespace pintle {

namespace {

class ListRouter final : public ModelRouter {
 public:
  explicit ListRouter(std::vector<std::shared_ptr<Model>> list)
      : models_(std::move(list)) {}

  Result<std::shared_ptr<Model>> get_model(std::string_view name) override {
    std::string known;
    for (const std::shared_ptr<Model>& model : models_) {
      if (!model) continue;
      if (name.empty() || model->info().name == name) return model;
      known += (known.empty() ? "" : ", ") + model->info().name;
    }
    return Err{
        RoutingError{std::string(name),
                     known.empty() ? "the router has no models" : "there is " + known}};
  }

 private:
  std::vector<std::shared_ptr<Model>> models_;
};

}  // namespace

std::shared_ptr<ModelRouter> single_model(std::shared_ptr<Model> model) {
  return models({std::move(model)});
}

std::shared_ptr<ModelRouter> models(std::vector<std::shared_ptr<Model>> list) {
  return std::make_shared<ListRouter>(std::move(list));
}

}  // namespace pintle
