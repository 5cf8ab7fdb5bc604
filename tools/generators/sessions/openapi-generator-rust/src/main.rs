use std::env::var;
use std::error::Error as StdError;

use openapi::apis::configuration::Configuration;
use openapi::apis::{authentication_api, billing_api, customers_api, orders_api, ssl_api, Error};
use openapi::models::{
    BillingCycle, CertificateStatus, CustomerCreate, ErrorResponse, LoginRequest, OrderCreate, OrderItem,
    ProductConfig, ValidationErrorResponse,
};

fn print_file(step: &str, content: &[u8]) {
    println!("{step} {} {}", content.len(), String::from_utf8_lossy(&content[..4]).trim());
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn StdError>> {
    let mut api = Configuration { base_path: var("BASE_URL")?, ..Configuration::default() };
    let session = authentication_api::login(&api, LoginRequest::new(var("EMAIL")?, var("PASSWORD")?)).await?;
    println!("login {}", session.user.email);
    api.bearer_access_token = Some(session.token);

    let (mut listed, mut page, mut last) = (0, 1, 1);
    while page <= last {
        let reply =
            customers_api::list_customers(&api, Some(page), Some(20), None, None, None, None, None, None, None).await?;
        listed += reply.data.len();
        last = reply.meta.last_page;
        page += 1;
    }
    println!("page {listed}");

    let new_customer = CustomerCreate::new("session@example.org".into(), "Ada".into(), "Lovelace".into());
    let customer = customers_api::create_customer(&api, new_customer.clone()).await?;
    println!("create {}", customer.id);
    let config = ProductConfig { domain: Some("session.example".into()), ..ProductConfig::new() };
    let item =
        OrderItem { config: Some(config), ..OrderItem::new("hosting-pro".into(), 1, BillingCycle::OneYear) };
    let order =
        orders_api::create_order(&api, OrderCreate::new(customer.id, vec![item], "bank_transfer".into()), None).await?;
    println!("order {}", order.id);

    let pdf = billing_api::download_invoice_pdf(&api, &order.invoice_id.to_string()).await?;
    print_file("pdf", &pdf.bytes().await?);
    let certificates =
        ssl_api::list_certificates(&api, None, None, None, Some(CertificateStatus::Issued), None, None, None).await?;
    let zip = ssl_api::download_certificate(&api, &certificates.data[0].id.to_string()).await?;
    print_file("zip", &zip.bytes().await?);

    // The generated error enums are untagged: a 422 is read as their first variant, `Status400`. So the body is read by
    // status, with the generated types.
    if let Err(Error::ResponseError(reply)) = customers_api::create_customer(&api, new_customer).await {
        let errors = match serde_json::from_str(&reply.content)? {
            ValidationErrorResponse::ValidationErrorEnvelope(envelope) => envelope.error.errors,
            ValidationErrorResponse::ValidationErrorFlat(flat) => flat.errors,
        };
        println!("{} {}", reply.status.as_u16(), errors.keys().next().map_or("", String::as_str));
    }
    let unknown_id = "00000000-0000-4000-8000-000000000000";
    if let Err(Error::ResponseError(reply)) = customers_api::get_customer(&api, unknown_id).await {
        let code = match serde_json::from_str(&reply.content)? {
            ErrorResponse::ErrorEnvelope(envelope) => envelope.error.code,
            ErrorResponse::ErrorFlat(flat) => flat.message,
        };
        println!("{} {code}", reply.status.as_u16());
    }
    Ok(())
}
