import { directionOf, type Lang } from '@kartis/i18n/lang.ts'

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

const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 12px;font-size:16px;line-height:1.55;color:#55506e;${style}">${escapeHtml(text)}</p>`

const factLine = ([label, value]: readonly [string, string]): string =>
  `<p style="margin:0;padding:10px 0;border-top:1px solid #e2deee;font-size:15px;line-height:1.4;color:${INK}">` +
  `<span style="display:block;font-size:13px;color:#6a6584">${escapeHtml(label)}</span>` +
  `<bdi style="font-weight:500">${escapeHtml(value)}</bdi></p>`

const codeBlock = (code: string): string =>
  `<p dir="ltr" style="margin:16px 0;padding:16px;border-radius:14px;background:#efecf6;text-align:center;` +
  `font-size:32px;font-weight:700;letter-spacing:.3em;color:${INK}">${escapeHtml(code)}</p>`

const buttonBlock = ({ text, link }: EmailLink, frame: EmailFrame): string =>
  `<p style="margin:24px 0 16px"><a href="${escapeHtml(webLink(link))}" style="display:inline-block;padding:14px 28px;` +
  `border-radius:999px;background:#5b2be0;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">` +
  `${escapeHtml(text)}</a></p>` +
  `<p style="margin:0 0 12px;font-size:13px;line-height:1.5;color:#6a6584">${escapeHtml(frame.openLink)}<br>` +
  `<a dir="ltr" href="${escapeHtml(link)}" style="color:#5b2be0;word-break:break-all">${escapeHtml(link)}</a></p>`

const linkLine = (links: readonly EmailLink[]): string =>
  `<p style="margin:16px 0 0;font-size:15px;line-height:1.9">${links
    .map(({ text, link }) => `<a href="${escapeHtml(webLink(link))}" style="color:#5b2be0">${escapeHtml(text)}</a>`)
    .join(' &nbsp;·&nbsp; ')}</p>`

/** The e-mail as HTML: one column of at most 560 px with inline styles, because mail programs drop style sheets. */
export const emailHtml = (email: EmailContent, frame: EmailFrame): string =>
  [
    `<!doctype html><html lang="${frame.lang}" dir="${directionOf(frame.lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(email.subject)}</title></head>`,
    `<body dir="${directionOf(frame.lang)}" style="margin:0;padding:24px 12px;background:#f7f5fb;${FONT};color:${INK}">`,
    `<div style="max-width:560px;margin:0 auto"><p style="margin:0 8px 16px;font-size:22px;font-weight:800;color:#5b2be0">`,
    `${escapeHtml(frame.brand)}</p>`,
    '<div style="padding:28px 24px;border-radius:20px;background:#ffffff;border:1px solid #e2deee">',
    `<h1 style="margin:0 0 12px;font-size:26px;line-height:1.2;font-weight:700;color:${INK}">${escapeHtml(email.title)}</h1>`,
    ...email.lines.map((line) => paragraph(line)),
    email.code ? codeBlock(email.code) : '',
    ...email.facts.map(factLine),
    email.button ? buttonBlock(email.button, frame) : '',
    email.links && email.links.length > 0 ? linkLine(email.links) : '',
    email.note ? paragraph(email.note, 'margin:12px 0 0;font-size:14px') : '',
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
    ...email.facts.map(([label, value]) => `${label}: ${value}`),
    ...(email.button ? ['', `${email.button.text}:`, webLink(email.button.link)] : []),
    ...(email.links ?? []).flatMap(({ text, link }) => ['', `${text}:`, webLink(link)]),
    ...(email.note ? ['', email.note] : []),
    '',
    frame.footer,
    frame.brand,
  ].join('\n')
