// Chooses the name and place of every member of a resource in a deployment.
import { membersByFamily, REFERENCES } from '../../form/families.ts';
import type { Place } from '../../form/form.ts';
import { CASINGS, MEMBER_WORDS } from '../../form/names.ts';
import { pickOf } from '../random.ts';
import type { FormChoices } from './form-freedoms.ts';
import { randomName } from './words.ts';

/** Member of the contract → name of the group it stands in, where members are grouped. */
const GROUPS: Readonly<Record<string, string>> = {
  created_at: 'audit',
  updated_at: 'audit',
  email: 'contact',
  phone: 'contact',
  vcpus: 'spec',
  memory_bytes: 'spec',
  disk_bytes: 'spec',
  ipv4: 'network',
  ipv6: 'network',
  subject: 'conversation',
  message: 'conversation',
  period_start: 'period',
  period_end: 'period',
  auto_renew: 'renewal',
  hostname: 'identity',
  status: 'condition',
};

const snake = (family: string): string => family.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();

/** The names of one deployment. */
export class Naming {
  readonly #chosen: FormChoices;
  readonly seed: number;
  readonly #members = membersByFamily();
  readonly #places = new Map<string, ReadonlyMap<string, Place>>();

  constructor(chosen: FormChoices, seed: number) {
    this.#chosen = chosen;
    this.seed = seed;
  }

  /** Lists the families of schemas. */
  families = (): string[] => [...this.#members.keys()];

  /** Lists the members of a family with their places. */
  membersOf = (family: string): [string, Place][] => [...this.#placesOf(family)];

  /** Writes a name given in snake case as the deployment writes its names. */
  written(name: string): string {
    return CASINGS[this.#chosen.casing](name);
  }

  /** Returns the deployment's name of something that no schema of the contract names alone, such as an envelope. */
  word(name: string, family = ''): string {
    const { words } = this.#chosen;
    return this.written(words === 'random' ? randomName(this.seed, `${family} ${name}`) : name);
  }

  /** Returns the name of a kind of resource, such as `hosting_account`. */
  resource(family: string, plural = false): string {
    return this.word(`${snake(family)}${plural ? 's' : ''}`);
  }

  #placesOf(family: string): ReadonlyMap<string, Place> {
    const known = this.#places.get(family);
    if (known) return known;
    const members = this.#members.get(family) ?? new Map<string, { stated: boolean }>();
    const places = new Map<string, Place>();
    // A member that some operation shows keeps its name there, so no other member may take that name.
    const taken = new Set([...members].filter(([, { stated }]) => stated).map(([name]) => name));
    for (const [member, { stated }] of members) {
      if (stated) taken.delete(member);
      const place = this.#candidates(family, member, stated)
        .map((names) => names.map((name) => this.written(name)))
        .find(
          (names) => !taken.has(names.join('.')) && !taken.has(`${names[0]}.`) && !this.#hides(taken, names),
        );
      const found = place ?? [this.written(`${snake(family)}_${member}`)];
      taken.add(found.join('.'));
      // The name of a group is taken as a member, but not for further members of the group.
      if (found.length === 1) taken.add(`${found[0]}.`);
      places.set(member, found);
    }
    this.#places.set(family, places);
    return places;
  }

  #hides(taken: ReadonlySet<string>, [first, ...rest]: readonly string[]): boolean {
    return rest.length === 0 && [...taken].some((name) => name.startsWith(`${first}.`));
  }

  /** Returns the places that a member may have, the preferred one first. */
  #candidates(family: string, member: string, isShown: boolean): Place[] {
    const { nesting, words, references } = this.#chosen;
    if (words === 'random' && (member !== 'id' || this.#chosen.objects !== 'jsonapi'))
      return this.#randomPlaces(family, member, isShown);
    if (member === 'id') return [this.#idPlace(family), ['id'], ['identifier']];
    if (REFERENCES[member] !== undefined) {
      const bare = member.replace(/_id$/, '');
      if (references === 'bare') return [[bare], [`${bare}_ref`]];
      if (references === 'objects')
        return [
          [bare, this.#referenceId()],
          [`${bare}_ref`, 'id'],
        ];
      return [[member]];
    }
    // JSON:API reserves `type` for the kind of a resource.
    if (member === 'type' && this.#chosen.objects === 'jsonapi') return [['kind'], ['category']];
    const group = nesting === 'groups' ? GROUPS[member] : undefined;
    const own = member === 'status' ? [this.#chosen.stateName, 'status'] : [member];
    const synonyms = MEMBER_WORDS[member] ?? [];
    const all = [...synonyms, ...own];
    const start = all.indexOf(pickOf(this.seed, `name ${family} ${member}`, all) ?? '');
    // Beginning at a random synonym or at the contract's own name.
    const ordered = words === 'other' ? [...all.slice(start), ...all.slice(0, start)] : [...own, ...synonyms];
    const names = member === 'status' ? own : ordered;
    // Where the specification shows an amount, it is a number under that name everywhere.
    const isMoney = !isShown && this.#chosen.money === 'object' && /(^|_)amount$/.test(member);
    return names.map((name) => [
      ...(group === undefined ? [] : [group]),
      name,
      ...(isMoney ? ['minor_units'] : []),
    ]);
  }

  #randomPlaces(family: string, member: string, isShown: boolean): Place[] {
    const { nesting, references, money, idName } = this.#chosen;
    const group =
      member === 'id' && idName === 'meta' ? 'meta' : nesting === 'groups' ? GROUPS[member] : undefined;
    const isMoney = !isShown && money === 'object' && /(^|_)amount$/.test(member);
    const below =
      REFERENCES[member] === undefined ? isMoney && 'minor_units' : references === 'objects' && 'id';
    return ['', ' again'].map((again) => [
      ...(group === undefined ? [] : [randomName(this.seed, `${family} group ${group}`)]),
      randomName(this.seed, `${family} ${member}${again}`),
      ...(below ? [randomName(this.seed, `below ${below}`)] : []),
    ]);
  }

  #referenceId(): string {
    const { idName } = this.#chosen;
    return idName === 'uuid' || idName === 'key' || idName === 'ref' ? idName : 'id';
  }

  #idPlace(family: string): Place {
    const { idName } = this.#chosen;
    if (idName === 'resource') return [`${snake(family)}_id`];
    if (idName === 'number') return [`${snake(family)}_number`];
    return idName === 'meta' ? ['meta', 'id'] : [idName];
  }
}
