// What is said about a call once it is answered.

export type LogEntry = {
  requestId: string;
  method: string;
  /** path and query as sent, with the values of secret-looking query names replaced by `***` */
  url: string;
  /** the operation, where the call reached one */
  operation: string | null;
  status: number;
  /** milliseconds from the call's arrival to its answer */
  ms: number;
};
