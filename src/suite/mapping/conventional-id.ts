// Reads the id of a resource at the places where most deployments have it.
import { isObject } from '../../contract/is-object.ts';
import { idText } from './ids.ts';

const normalizedName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/**
 * Matches names of objects in a reply to a creation that are not the created resource, such as the order or the job.
 */
const OTHER_RESOURCE_NAMES =
  /^(order|customer|client|tenant|user|owner|account|service|invoice|payment|wallet|transaction|job|task|operation|action|request|process|event|meta)s?$/;

/** An id, and the pointer to the object that holds it. */
export type FoundId = { id: string; holder: string };

/**
 * Finds the id of the resource in a body: at the top, within `data`, within the object that is named after the
 * resource, or within the only member. The ids of other nested objects, such as an order or a tenant, do not count.
 * @param noun the name of the resource in operation ids, such as `HostingAccount`; empty when unknown
 */
export function conventionalId(body: unknown, noun = ''): FoundId | undefined {
  if (!isObject(body)) return undefined;
  if ('id' in body) {
    const id = idText(body.id);
    return id === undefined ? undefined : { id, holder: '' };
  }
  const nested = Object.entries(body).flatMap(([name, inner]) => {
    const id = isObject(inner) ? idText(inner.id) : undefined;
    return id === undefined ? [] : [{ name: normalizedName(name), id, holder: `/${name}` }];
  });
  const own = normalizedName(noun);
  // The `service` beside an e-mail service is the service that was sold.
  const named = nested.filter(
    ({ name }) => name === own || (name.length > 2 && own.includes(name) && !OTHER_RESOURCE_NAMES.test(name)),
  );
  const about = nested.filter(({ name }) => name === 'data');
  const alone =
    Object.keys(body).length === 1
      ? nested.filter(({ name }) => noun === '' || !OTHER_RESOURCE_NAMES.test(name))
      : [];
  const [found, ...others] = [named, about, alone].find(({ length }) => length > 0) ?? [];
  return found === undefined || others.length > 0 ? undefined : { id: found.id, holder: found.holder };
}
