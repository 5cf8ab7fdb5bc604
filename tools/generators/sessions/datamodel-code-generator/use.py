"""The generator makes models and no client: the requests go through the standard library."""

import json
import urllib.error
import urllib.request
from typing import TypeVar

from models import (
    CertificatePage,
    Customer,
    CustomerCreate,
    CustomerPage,
    ErrorEnvelope,
    LoginRequest,
    Order,
    OrderCreate,
    Session,
    ValidationErrorEnvelope,
)
from pydantic import BaseModel

from shared import BASE_URL, EMAIL, PASSWORD, UNKNOWN_ID, show, show_file

Model = TypeVar("Model", bound=BaseModel)
token = ""


def send(path: str, body: BaseModel | None = None, secrets: dict[str, str] | None = None) -> tuple[int, bytes]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    # A password is a `SecretStr`, which pydantic writes as asterisks.
    content = body.model_dump(mode="json", exclude_none=True) | (secrets or {}) if body else None
    data = json.dumps(content).encode() if content else None
    try:
        with urllib.request.urlopen(urllib.request.Request(BASE_URL + path, data, headers)) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def call(model: type[Model], path: str, body: BaseModel | None = None) -> Model:
    return model.model_validate_json(send(path, body)[1])


credentials = LoginRequest.model_validate({"email": EMAIL, "password": PASSWORD})
session = Session.model_validate_json(send("/auth/login", credentials, {"password": PASSWORD})[1])
show("login", session.user.email.root)
token = session.token

listed, page, last = 0, 1, 1
while page <= last:
    reply = call(CustomerPage, f"/customers?page={page}&per_page=20")
    listed, page, last = listed + len(reply.data), page + 1, reply.meta.last_page
show("page", listed)

new_customer = CustomerCreate.model_validate(
    {"email": "session@example.org", "first_name": "Ada", "last_name": "Lovelace"}
)
customer = call(Customer, "/customers", new_customer)
show("create", customer.id.root)
item = {
    "sku_id": "hosting-pro",
    "quantity": 1,
    "billing_cycle": "1_year",
    "config": {"domain": "session.example"},
}
order = call(
    Order,
    "/orders",
    OrderCreate.model_validate(
        {"customer_id": customer.id.root, "items": [item], "payment_method": "bank_transfer"}
    ),
)
show("order", order.id.root)

show_file("pdf", send(f"/invoices/{order.invoice_id.root}/pdf")[1])
certificates = call(CertificatePage, "/ssl?status=issued")
show_file("zip", send(f"/ssl/{certificates.data[0].id.root}/download")[1])

status, content = send("/customers", new_customer)
if status == 422:
    refusal = ValidationErrorEnvelope.model_validate_json(content)
    show("422", next(iter(refusal.error.errors.root)))
status, content = send(f"/customers/{UNKNOWN_ID}")
if status == 404:
    show("404", ErrorEnvelope.model_validate_json(content).error.code)
