// A map that forks at the cost of what was written since, not of what it holds.

/**
 * A base that is never written to again, shared by forks, under a layer of own writes; null in the layer: removed.
 * Values must be neither null nor undefined. Once shared (`fork`), the original must not be written to either;
 * the tables see to that.
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
    // Over no base the layer holds no null, so it can become the base itself.
    if (this.base === null || this.base.size === 0) return new LayeredMap(this.layer as Map<K, V>);
    if (this.layer.size * 4 < this.base.size) return new LayeredMap(this.base, new Map(this.layer));
    const merged = new Map(this.base);
    for (const [key, value] of this.layer) {
      if (value === null) merged.delete(key);
      else merged.set(key, value);
    }
    // Further forks of the same original need not do this again.
    this.base = merged;
    this.layer = new Map();
    return new LayeredMap(merged);
  }
}
