import { expect, it } from 'vitest'
import { documentOf } from './document.ts'

it('lets the browser request what the script asks for first beside the script, as the script will ask', () => {
  const html = documentOf({
    lang: 'he',
    head: { title: 'מקומות', preloadData: ['/api/v1/public/events/1/seats?since=1&list'] },
    assets: { fonts: [], modules: ['/order/_/seats.js'], css: '', script: undefined },
    publicUrl: 'https://kartis.example',
    content: '',
  })
  // Anonymous, as `fetch` asks for an address of its own site: another mode would be a second request.
  const link =
    '<link rel="preload" as="fetch" href="/api/v1/public/events/1/seats?since=1&amp;list" crossorigin="anonymous">'
  expect(html).toContain(link)
  expect(html.indexOf(link)).toBeLessThan(html.indexOf('modulepreload'))
})
