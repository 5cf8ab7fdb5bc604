// Lists the classes of failures that Schemathesis reports of the mock, with the reason why each is deliberate. A
// failure of any other class fails the run.

export type FailureClass = {
  /** code and title of the failure class in Schemathesis */
  code: string;
  title: string;
  /** matches the operations for which Schemathesis may report the failure class */
  operations: RegExp;
  reason: string;
};

export const deliberateFailures: readonly FailureClass[] = [
  {
    code: 'ST202',
    title: 'Schema-valid request rejected',
    operations:
      /^(?:POST|PUT|DELETE) |^GET \/(?:ssl\/\{id\}\/download|(?:tenants|api-keys)\/\{id\}\/usage)$|^Stateful tests$/,
    reason:
      'Rules that no schema states decide too: a customer, order or invoice of the body must exist and be in a state that allows the call, a name must be free, funds must suffice, a method of payment must be known, a certificate must be issued before it is downloaded, a period of usage must not lie ahead. They are refused with 422, 403 or 404 as the specification says.',
  },
  {
    code: 'ST204',
    title: 'Wrong response to undeclared method',
    operations: /^TRACE /,
    reason:
      'Schemathesis wants 405. The specification lists the statuses it uses, and 405 is not among them: a method that a path does not have is answered 404, like a path that is not there.',
  },
  {
    code: 'ST301',
    title: 'Deleted resource still available',
    operations: /^Stateful tests$/,
    reason:
      'A DELETE that terminates, cancels, deactivates or revokes is not a removal: "terminate a tenant (soft delete)", "deactivate", "cancel a subscription". The record stays readable with its new status. What is removed (zones, records, mailboxes, webhook endpoints) is answered 404, which the tests of mocks/ check.',
  },
];
