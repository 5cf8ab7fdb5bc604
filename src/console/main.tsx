// Starts the console in the page.
import { render } from 'preact';
import { openEvents } from './api/events.ts';
import { App } from './app.tsx';
import { loadWorld } from './state/world.ts';

const root = document.getElementById('console');
if (root) {
  render(<App />, root);
  void loadWorld();
  openEvents();
}
