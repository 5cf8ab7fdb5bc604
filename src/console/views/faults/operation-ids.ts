// The ids of the operations of the platform's document.
import { useEffect, useState } from 'preact/hooks';
import { OWN_REQUEST } from '../../api/platform.ts';
import { pagePath, worldInAddress } from '../../state/location.ts';

type Document = { paths: Record<string, Record<string, { operationId?: string }>> };

/** Loads the ids of the operations, in the order of the alphabet; an empty list until they are loaded. */
export function useOperationIds(): readonly string[] {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    fetch(`${pagePath(worldInAddress.value)}v1/openapi.json`, { headers: OWN_REQUEST })
      .then((reply) => reply.json() as Promise<Document>)
      .then(({ paths }) =>
        setIds(
          Object.values(paths)
            .flatMap((methods) => Object.values(methods).flatMap(({ operationId }) => operationId ?? []))
            .sort(),
        ),
      )
      .catch(() => undefined);
  }, []);
  return ids;
}
