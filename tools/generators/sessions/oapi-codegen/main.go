package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"use/out"

	"github.com/google/uuid"
)

func must[Reply any](reply Reply, err error) Reply {
	if err != nil {
		panic(err)
	}
	return reply
}

func printFile(step string, content []byte) {
	fmt.Println(step, len(content), string(content[:min(4, len(content))]))
}

func firstField(errors map[string]out.FieldMessages) string {
	for field := range errors {
		return field
	}
	return ""
}

func main() {
	ctx := context.Background()
	base := os.Getenv("BASE_URL")
	token := ""
	api := must(out.NewClientWithResponses(base, out.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			return nil
		})))

	session := must(api.LoginWithResponse(ctx, out.LoginRequest{
		Email: out.Email(os.Getenv("EMAIL")), Password: os.Getenv("PASSWORD"),
	})).JSON200
	fmt.Println("login", session.User.Email)
	token = session.Token

	listed, perPage := 0, out.PerPage(20)
	for page, last := out.Page(1), int32(1); int32(page) <= last; page++ {
		reply := must(api.ListCustomersWithResponse(ctx, &out.ListCustomersParams{Page: &page, PerPage: &perPage})).JSON200
		listed += len(reply.Data)
		last = reply.Meta.LastPage
	}
	fmt.Println("page", listed)

	newCustomer := out.CustomerCreate{Email: "session@example.org", FirstName: "Ada", LastName: "Lovelace"}
	customer := must(api.CreateCustomerWithResponse(ctx, newCustomer)).JSON201
	fmt.Println("create", customer.Id)
	domain := "session.example"
	item := out.OrderItem{SkuId: "hosting-pro", Quantity: 1, BillingCycle: "1_year", Config: &out.ProductConfig{Domain: &domain}}
	order := must(api.CreateOrderWithResponse(ctx, &out.CreateOrderParams{}, out.OrderCreate{
		CustomerId: customer.Id, Items: []out.OrderItem{item}, PaymentMethod: "bank_transfer",
	})).JSON201
	fmt.Println("order", order.Id)

	printFile("pdf", must(api.DownloadInvoicePdfWithResponse(ctx, order.InvoiceId)).Body)
	issued := out.CertificateStatusFilter("issued")
	certificates := must(api.ListCertificatesWithResponse(ctx, &out.ListCertificatesParams{Status: &issued})).JSON200
	printFile("zip", must(api.DownloadCertificateWithResponse(ctx, certificates.Data[0].Id)).Body)

	again := must(api.CreateCustomerWithResponse(ctx, newCustomer)).JSON422
	fmt.Println("422", firstField(must(again.AsValidationErrorEnvelope()).Error.Errors))
	missing := must(api.GetCustomerWithResponse(ctx, uuid.MustParse("00000000-0000-4000-8000-000000000000"))).JSON404
	fmt.Println("404", must(missing.AsErrorEnvelope()).Error.Code)
}
