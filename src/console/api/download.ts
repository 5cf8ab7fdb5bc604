// Saves replies of the control API as files.
import { controlHeaders, controlUrl, send } from './client.ts';

/** How long the browser may take to begin with saving a file, in ms. */
const SAVING_MS = 60_000;

/**
 * Saves the reply to a GET of the control API as a file.
 * @param path the path below `/_mock/v1`
 * @param name the name of the file
 * @throws ControlError when the mock refuses the call
 */
export async function downloadFile(path: string, name: string): Promise<void> {
  const blob = await (await send(controlUrl(path), { headers: controlHeaders() })).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
