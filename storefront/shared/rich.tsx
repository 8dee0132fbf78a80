import { Fragment } from 'react'
import type { ReactNode } from 'react'
import parts from './parts.module.css'

interface Props {
  readonly text: string
  /** Renders `<name>…</name>` inside the sentence. */
  readonly parts: Readonly<Record<string, (inside: string) => ReactNode>>
}

/** A sentence with links or emphasis inside it, so that translators keep the whole sentence. */
export const Rich = ({ text, parts: renderers }: Props) =>
  text.split(/(<\w+>[^<]*<\/\w+>)/g).map((piece, index) => {
    const found = /^<(\w+)>(.*)<\/\w+>$/.exec(piece)
    const render = found?.[1] ? renderers[found[1]] : undefined
    // The pieces of a sentence never move, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{render ? render(found?.[2] ?? '') : piece}</Fragment>
  })

type Render = (inside: string) => ReactNode

/** A link inside a sentence. With `_blank` it opens beside this page, where something typed must not be lost. */
export const linkTo =
  (href: string, target?: '_blank' | '_top'): Render =>
  (inside) => (
    <a href={href} {...(target ? { target, rel: 'noopener' } : {})}>
      {inside}
    </a>
  )

export const bold: Render = (inside) => <strong>{inside}</strong>
export const clock: Render = (inside) => <span className={parts.num}>{inside}</span>
export const boldClock: Render = (inside) => <strong className={`${parts.num} ${parts.ink}`}>{inside}</strong>
/** Phones, numbers of orders, addresses: left to right in every sentence. */
export const figure: Render = (inside) => (
  <bdi className={parts.num} dir="ltr">
    {inside}
  </bdi>
)
export const boldFigure: Render = (inside) => (
  <bdi className={`${parts.num} ${parts.strong} ${parts.ink}`} dir="ltr">
    {inside}
  </bdi>
)
export const price: Render = (inside) => <span className={parts.money}>{inside}</span>
