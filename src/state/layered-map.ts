// A map whose fork takes time proportional to the entries written since the last fork, not to all entries of the map.

/**
 * A map of two layers: its own writes, over a base that several forks share and that no fork writes to; null in the
 * upper layer marks a removed entry. Values must not be null or undefined. After `fork`, the original map must not be
 * written to either; the table handles ensure this.
 */
export class LayeredMap<K, V extends object> {
  private base: Map<K, V> | null;
  private layer: Map<K, V | null>;

  constructor(base: Map<K, V> | null = null, layer: Map<K, V | null> = new Map()) {
    this.base = base;
    this.layer = layer;
  }

  get(key: K): V | undefined {
    const value = this.layer.get(key);
    if (value !== undefined) return value ?? undefined;
    return this.base === null ? undefined : this.base.get(key);
  }

  set(key: K, value: V): void {
    this.layer.set(key, value);
  }

  delete(key: K): void {
    if (this.base?.has(key)) this.layer.set(key, null);
    else this.layer.delete(key);
  }

  fork(): LayeredMap<K, V> {
    // Without a base the upper layer contains no null, so it can become the base itself.
    if (this.base === null || this.base.size === 0) return new LayeredMap(this.layer as Map<K, V>);
    if (this.layer.size * 4 < this.base.size) return new LayeredMap(this.base, new Map(this.layer));
    const merged = new Map(this.base);
    for (const [key, value] of this.layer) {
      if (value === null) merged.delete(key);
      else merged.set(key, value);
    }
    // Later forks of the same original use this merged base again.
    this.base = merged;
    this.layer = new Map();
    return new LayeredMap(merged);
  }
}
