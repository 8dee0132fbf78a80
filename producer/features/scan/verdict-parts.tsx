import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import type { ReactNode } from 'react'
import style from './verdict-parts.module.css'

export interface VerdictFact {
  /** One of its result: two facts may have the same label. */
  readonly id: string
  readonly label: string
  readonly value: string
}

/** So many characters stand in large type. */
const SHORT = 6

/** The facts that are read from two metres: one to four, each with its name above it. */
export function VerdictTiles({ facts }: { readonly facts: readonly VerdictFact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className={style.tiles}>
      {facts.map(({ id, label, value }) => (
        <div key={id} data-long={value.length > SHORT || undefined}>
          <dt>{label}</dt>
          <dd>
            <UserText>{value}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whose ticket it is: the guest, the type and the number, as far as they are there. */
export function VerdictTicket({
  holder,
  name,
  number,
}: {
  readonly holder: string | undefined
  readonly name: string | undefined
  readonly number: string | undefined
}) {
  if (!holder && !name && !number) return null
  return (
    <div className={style.ticket}>
      {holder && (
        <p className={style.holder}>
          <UserText>{holder}</UserText>
        </p>
      )}
      <p>
        <Pieces
          pieces={[
            name && <UserText key="name">{name}</UserText>,
            number && (
              <bdi key="number" dir="ltr">
                {number}
              </bdi>
            ),
          ]}
        />
      </p>
    </div>
  )
}

/** What else is said to the guest, a line each. */
export function VerdictNotes({ children }: { readonly children: readonly ReactNode[] }) {
  const shown = children.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <ul className={style.notes}>
      {shown.map((note, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the notes of one result do not change
        <li key={place}>{note}</li>
      ))}
    </ul>
  )
}
