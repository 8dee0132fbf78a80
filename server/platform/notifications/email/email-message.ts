import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { inPageOrder } from '@kartis/i18n/user-text.ts'

export interface EmailLink {
  readonly text: string
  readonly link: string
}

/** The content of an e-mail, independent of its layout. Texts are plain and are escaped in HTML. */
export interface EmailContent {
  readonly subject: string
  readonly title: string
  readonly lines: readonly string[]
  /** Label and value, in reading order. */
  readonly facts: readonly (readonly [string, string])[]
  readonly code?: string | undefined
  readonly button?: EmailLink | undefined
  /** Under the button. */
  readonly links?: readonly EmailLink[] | undefined
  readonly note?: string | undefined
}

export interface EmailFrame {
  readonly lang: Lang
  readonly brand: string
  readonly footer: string
  /** Text above the link's address, for programs that do not show the button. */
  readonly openLink: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const webLink = (link: string): string => {
  if (!/^https?:\/\//.test(link)) throw new Error('a button link must be an http(s) URL')
  return link
}

const INK = '#17142b'
const FONT = "font-family:'Rubik','Segoe UI',Arial,sans-serif"

const hyperlink = ({ text, link }: EmailLink): string =>
  `<a href="${escapeHtml(webLink(link))}">${escapeHtml(text)}</a>`

/** The layout that `layOut` puts round a body; a change of what it needs from the body takes the next number. */
export const LAYOUT = 1

/**
 * What the e-mail says as HTML without any style, a third of the whole: it is stored, and the sender puts the layout round
 * it. Each kind of part has a tag of its own. A sender that has no layout sends a plain, but whole e-mail.
 */
export const emailBody = (email: EmailContent, { lang }: Pick<EmailFrame, 'lang'>): string =>
  [
    `<div lang="${lang}" dir="${directionOf(lang)}"><h1>${escapeHtml(email.title)}</h1>`,
    ...email.lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    email.code ? `<pre>${escapeHtml(email.code)}</pre>` : '',
    ...email.facts.map(
      ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(inPageOrder(value, lang))}</dd>`,
    ),
    email.button ? `<h2>${hyperlink(email.button)}</h2>` : '',
    email.links && email.links.length > 0 ? `<h3>${email.links.map(hyperlink).join(' · ')}</h3>` : '',
    email.note ? `<h4>${escapeHtml(email.note)}</h4>` : '',
    '</div>',
  ].join('')

const PARAGRAPH = 'margin:0 0 12px;font-size:16px;line-height:1.55;color:#55506e;'

/** Tags of a body that become others: texts are escaped, so that none of them is one. */
const STYLED: Readonly<Record<string, string>> = {
  '</div>': '',
  '<h1>': `<h1 style="margin:0 0 12px;font-size:26px;line-height:1.2;font-weight:700;color:${INK}">`,
  '<p>': `<p style="${PARAGRAPH}">`,
  '<pre>':
    '<p dir="ltr" style="margin:16px 0;padding:16px;border-radius:14px;background:#efecf6;text-align:center;' +
    `font-size:32px;font-weight:700;letter-spacing:.3em;color:${INK}">`,
  '</pre>': '</p>',
  '<dt>':
    `<p style="margin:0;padding:10px 0;border-top:1px solid #e2deee;font-size:15px;line-height:1.4;color:${INK}">` +
    '<span style="display:block;font-size:13px;color:#6a6584">',
  '</dt>': '</span>',
  '<dd>': '<bdi style="font-weight:500">',
  '</dd>': '</bdi></p>',
  '<h4>': `<p style="${PARAGRAPH}margin:12px 0 0;font-size:14px">`,
  '</h4>': '</p>',
}

const TAG = /<h2><a href="([^"]*)">([^<]*)<\/a><\/h2>|<h3>(.*?)<\/h3>|<div [^>]*>|<\/?\w+>/g

/** The button, and its address below for programs that do not show it; both are escaped. */
const buttonBlock = (link: string, text: string, frame: EmailFrame): string =>
  `<p style="margin:24px 0 16px"><a href="${link}" style="display:inline-block;padding:14px 28px;` +
  `border-radius:999px;background:#5b2be0;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">` +
  `${text}</a></p>` +
  `<p style="margin:0 0 12px;font-size:13px;line-height:1.5;color:#6a6584">${escapeHtml(frame.openLink)}<br>` +
  `<a dir="ltr" href="${link}" style="color:#5b2be0;word-break:break-all">${link}</a></p>`

const linkLine = (links: string): string =>
  `<p style="margin:16px 0 0;font-size:15px;line-height:1.9">${links
    .replaceAll('">', '" style="color:#5b2be0">')
    .replaceAll(' · ', ' &nbsp;·&nbsp; ')}</p>`

const styled = (body: string, frame: EmailFrame): string =>
  body.replace(TAG, (tag: string, link?: string, text?: string, links?: string) => {
    if (link !== undefined) return buttonBlock(link, text ?? '', frame)
    if (links !== undefined) return linkLine(links)
    return tag.startsWith('<div ') ? '' : (STYLED[tag] ?? tag)
  })

/** A body of `emailBody` as a page: one column of at most 560 px with inline styles, because mail programs drop style sheets. */
export const layOut = (body: string, subject: string, frame: EmailFrame): string =>
  [
    `<!doctype html><html lang="${frame.lang}" dir="${directionOf(frame.lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body dir="${directionOf(frame.lang)}" style="margin:0;padding:24px 12px;background:#f7f5fb;${FONT};color:${INK}">`,
    `<div style="max-width:560px;margin:0 auto"><p style="margin:0 8px 16px;font-size:22px;font-weight:800;color:#5b2be0">`,
    `${escapeHtml(frame.brand)}</p>`,
    '<div style="padding:28px 24px;border-radius:20px;background:#ffffff;border:1px solid #e2deee">',
    styled(body, frame),
    `</div><p style="margin:16px 8px 0;font-size:13px;line-height:1.5;color:#6a6584">${escapeHtml(frame.footer)}</p>`,
    '</div></body></html>',
  ].join('')

/** The e-mail as plain text. */
export const emailText = (email: EmailContent, frame: EmailFrame): string =>
  [
    email.title,
    '',
    ...email.lines,
    ...(email.code ? ['', email.code] : []),
    ...(email.facts.length > 0 ? [''] : []),
    ...email.facts.map(([label, value]) => `${label}: ${inSentence(value, directionOf(frame.lang))}`),
    ...(email.button ? ['', `${email.button.text}:`, webLink(email.button.link)] : []),
    ...(email.links ?? []).flatMap(({ text, link }) => ['', `${text}:`, webLink(link)]),
    ...(email.note ? ['', email.note] : []),
    '',
    frame.footer,
    frame.brand,
  ].join('\n')
