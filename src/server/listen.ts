// Sockets to calls and replies to sockets: the only file that knows node:http.

export type ListenOptions = {
  /** 0 for any free port, which is also what leaving it out means */
  port?: number;
  /** 127.0.0.1 when left out */
  host?: string;
};

export type Listening = {
  host: string;
  port: number;
  /** `http://127.0.0.1:4010`, without the version segment */
  origin: string;
  /** stops taking calls, lets those under way finish, and cuts what is left after 0.8 s */
  close(): Promise<void>;
};
