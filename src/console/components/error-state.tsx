// What a view shows instead of data that could not be loaded.
import { ControlError } from '../api/client.ts';

/** Shows what failed, and offers to try again. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const code = error instanceof ControlError ? error.code : error.name;
  return (
    <div class="error-state" role="alert">
      <h2>{error.message}</h2>
      {code !== '' && <code>{code}</code>}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
