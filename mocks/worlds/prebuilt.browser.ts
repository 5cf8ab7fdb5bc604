// Replaces prebuilt.ts in browsers, which have no prebuilt world: its file would be a fifth of the page's size, and
// seeding gives the same world.

/** Returns null, because every world is seeded in browsers. */
export const prebuiltWorld = (): null => null;
