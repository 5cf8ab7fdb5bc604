// The script of the HTML report: filters, copy buttons, and links into folded sections. The report is readable
// without the script.
(() => {
  const form = document.querySelector('.filters');
  const output = form.querySelector('output');
  const items = [...document.querySelectorAll('.finding, tr.result')].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
    data: element.dataset,
  }));
  const areas = [...document.querySelectorAll('details.area')];
  const warnings = document.querySelector('details.warnings');
  const warningsOpen = warnings?.open ?? false;
  const tiles = [...document.querySelectorAll('.tile')];
  form.hidden = false;

  function filter() {
    const { text, area, level, verdict } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const active = words.length > 0 || area !== '' || level !== '' || verdict !== '';
    let findings = 0;
    let results = 0;
    for (const { element, text: inside, data } of items) {
      const fits =
        (area === '' || data.area === area) &&
        (level === '' || data.level === level) &&
        (verdict === '' || data.verdict === verdict) &&
        words.every((word) => inside.includes(word));
      element.hidden = !fits;
      if (fits && element.localName === 'article') findings += 1;
      else if (fits) results += 1;
    }
    for (const one of areas) {
      one.hidden = !one.querySelector('tr.result:not([hidden])');
      one.open = active && !one.hidden;
    }
    if (warnings) {
      warnings.hidden = !warnings.querySelector('.finding:not([hidden])');
      warnings.open = active ? !warnings.hidden : warningsOpen;
    }
    for (const tile of tiles) tile.setAttribute('aria-pressed', String(tile.dataset.verdict === verdict));
    const whole = items.length - document.querySelectorAll('.finding').length;
    output.value = active
      ? `${findings} ${findings === 1 ? 'finding' : 'findings'} and ${results} of ${whole} results`
      : '';
  }

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(filter));
  for (const tile of tiles) {
    tile.addEventListener('click', () => {
      const { verdict } = form.elements;
      verdict.value = verdict.value === tile.dataset.verdict ? '' : tile.dataset.verdict;
      filter();
    });
  }
  document.addEventListener('keydown', (event) => {
    const { text } = form.elements;
    if (event.key === '/' && !/^(input|select|textarea)$/.test(event.target.localName)) {
      event.preventDefault();
      text.focus();
    } else if (event.key === 'Escape' && event.target === text) {
      form.reset();
    }
  });

  async function copy(button) {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Selects the line when the page has no access to the clipboard.
      getSelection().selectAllChildren(code);
      button.textContent = 'Marked';
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  }
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }

  // Unfolds the target of a link and removes the filters that hide it.
  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) form.reset();
    setTimeout(() => {
      for (let at = target; at; at = at.parentElement) if (at.localName === 'details') at.open = true;
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    });
  }
  addEventListener('hashchange', follow);
  if (location.hash !== '') follow();
})();
