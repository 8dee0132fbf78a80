import { Fragment } from 'react'
import type { ReactNode } from 'react'

interface Props {
  readonly text: string
  /** How to draw `<name>…</name>` inside the sentence. */
  readonly parts: Readonly<Record<string, (inside: string) => ReactNode>>
}

/** A sentence with links or emphasis inside it, so that translators keep the whole sentence. */
export const Rich = ({ text, parts }: Props) =>
  text.split(/(<\w+>.*?<\/\w+>)/g).map((piece, index) => {
    const found = /^<(\w+)>(.*)<\/\w+>$/.exec(piece)
    const draw = found?.[1] ? parts[found[1]] : undefined
    // The pieces of one sentence never move: their place is their name.
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{draw ? draw(found?.[2] ?? '') : piece}</Fragment>
  })
