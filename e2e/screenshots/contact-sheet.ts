import type { Shot } from './shoot.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const CSS = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0; background: Canvas; color: CanvasText }
header { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center;
  padding: .75rem 1.25rem; background: Canvas; border-block-end: 1px solid color-mix(in srgb, CanvasText 15%, Canvas) }
h1 { font-size: 1.1rem; margin: 0 }
fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: .75rem }
label { display: inline-flex; gap: .3rem; align-items: center }
input[type=search] { font: inherit; padding: .35rem .7rem; border-radius: .5rem; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); background: Canvas; color: inherit }
main { padding: 1.25rem; display: grid; gap: 2rem }
h2 { font-size: 1rem; margin: 0 0 .5rem }
.row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }
figure { margin: 0 }
figure a { display: block; overflow: hidden; border-radius: .6rem; border: 1px solid color-mix(in srgb, CanvasText 18%, Canvas); max-block-size: 30rem }
img { display: block; block-size: auto }
figure[data-width="390"] img { inline-size: 13rem }
figure:not([data-width="390"]) img { inline-size: 30rem; max-inline-size: 100% }
figcaption { font-size: .75rem; opacity: .7; padding-block-start: .25rem }
[hidden] { display: none !important }
ul.errors { margin: 0; padding: .75rem 2.25rem; background: color-mix(in srgb, #c0222f 12%, Canvas) }`

const SCRIPT = `
const form = document.querySelector('form')
const show = () => {
  const wanted = new FormData(form)
  const text = String(wanted.get('text')).trim().toLowerCase()
  for (const section of document.querySelectorAll('section')) {
    let seen = 0
    for (const figure of section.querySelectorAll('figure')) {
      const fits = ['width', 'lang', 'theme'].every((by) => wanted.getAll(by).includes(figure.dataset[by]))
      figure.hidden = !fits
      seen += fits ? 1 : 0
    }
    section.hidden = seen === 0 || !section.id.includes(text)
  }
  location.hash = new URLSearchParams([...wanted].filter(([, value]) => value)).toString()
}
const before = new URLSearchParams(location.hash.slice(1))
if (before.size) for (const box of form.querySelectorAll('input')) {
  if (box.type === 'search') box.value = before.get('text') ?? ''
  else box.checked = before.getAll(box.name).includes(box.value)
}
form.addEventListener('input', show)
form.addEventListener('submit', (event) => event.preventDefault())
show()`

const boxes = (name: string, values: readonly (string | number)[]): string =>
  `<fieldset>${[...new Set(values)]
    .map((value) => `<label><input type="checkbox" name="${name}" value="${value}" checked>${value}</label>`)
    .join('')}</fieldset>`

const figure = ({ file, lang, theme, width }: Shot): string =>
  `<figure data-width="${width}" data-lang="${lang}" data-theme="${theme}"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${width} · ${lang} · ${theme}</figcaption></figure>`

/** One page with every picture, filtered by width, language, appearance and name; it needs no network. */
export const contactSheet = (shots: readonly Shot[], errors: readonly string[]): string => {
  const names = [...new Set(shots.map(({ name }) => name))]
  const sections = names.map(
    (name) =>
      `<section id="${escape(name)}"><h2>${escape(name)}</h2><div class="row">${shots
        .filter((shot) => shot.name === name)
        .map(figure)
        .join('')}</div></section>`,
  )
  const wrong =
    errors.length > 0 ? `<ul class="errors">${errors.map((error) => `<li>${escape(error)}</li>`).join('')}</ul>` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kartis, every screen</title><style>${CSS}</style>
<header><h1>Kartis, every screen</h1><form style="display:contents">${boxes(
    'width',
    shots.map(({ width }) => width),
  )}${boxes(
    'lang',
    shots.map(({ lang }) => lang),
  )}${boxes(
    'theme',
    shots.map(({ theme }) => theme),
  )}<input type="search" name="text" placeholder="name" aria-label="name of a screen"></form><span>${shots.length} pictures of ${names.length} screens</span></header>${wrong}
<main>${sections.join('\n')}</main><script>${SCRIPT}</script></html>`
}
