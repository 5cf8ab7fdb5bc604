// Reads server-sent events (HTML standard §9.2.6).

type ServerSentEvent = { type: string; data: string };

/** Reads the events of a reply as they arrive, until the stream ends. */
export async function* readEvents({ body }: Response): AsyncGenerator<ServerSentEvent> {
  const parse = createSseParser();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    yield* parse(read.value);
}

/** Creates a parser that takes the text of a stream piece by piece, and returns the events that each piece completes. */
export function createSseParser(): (piece: string) => ServerSentEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      let type = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'event') type = value;
        else if (field === 'data') data.push(value);
      }
      return data.length === 0 ? [] : [{ type, data: data.join('\n') }];
    });
  };
}
