// The page of one invoice: its lines and sums, and its PDF.
import { useState } from 'preact/hooks';
import { Loaded, useLoad } from './loaded.tsx';
import { money } from './money.ts';
import { call, report } from './session.ts';

/** An invoice. */
export function Invoice({ id }: { id: string }) {
  const loaded = useLoad((api) => api.getInvoice({ path: { id } }), [id]);
  return (
    <>
      <a href="#/orders">← Orders</a>
      <Loaded of={loaded}>
        {(invoice) => {
          const amount = (minor: number) => <td class="number">{money(minor, invoice.currency)}</td>;
          const sums: readonly [string, number][] = [
            ['Tax', invoice.tax_amount],
            ['Total', invoice.total_amount],
            ['To be paid', invoice.due_amount],
          ];
          return (
            <>
              <div class="title">
                <h1>Invoice {invoice.number}</h1>
                <span class={`badge ${invoice.status}`}>{invoice.status}</span>
              </div>
              <table class="card plain">
                <tbody>
                  {invoice.lines.map((line, at) => (
                    <tr key={at}>
                      <td>{line.description}</td>
                      <td class="number">{line.quantity} ×</td>
                      {amount(line.amount)}
                    </tr>
                  ))}
                  {sums.map(([label, minor]) => (
                    <tr key={label}>
                      <th scope="row" colSpan={2}>
                        {label}
                      </th>
                      {amount(minor)}
                    </tr>
                  ))}
                </tbody>
              </table>
              <Download id={id} number={invoice.number} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

// Downloads the PDF: the request needs the token, which a plain link would not send.
function Download({ id, number }: { id: string; number: string }) {
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      const pdf = await call((api) => api.downloadInvoicePdf({ path: { id } }));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
      link.download = `${number}.pdf`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <button type="button" class="primary" disabled={isBusy} onClick={() => void download()}>
      Download the PDF
    </button>
  );
}
