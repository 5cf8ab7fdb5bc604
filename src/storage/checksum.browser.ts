// In a browser, lines have no checksum: its storage keeps a text as a whole or not at all.
import type { checkedLine as checkedInNode, withChecksum as withChecksumInNode } from './checksum.ts';

export const withChecksum: typeof withChecksumInNode = (line) => line;
export const checkedLine: typeof checkedInNode = (line) => line;
