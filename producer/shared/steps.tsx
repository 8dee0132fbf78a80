import { IconCheck } from '@tabler/icons-react'
import style from './steps.module.css'

interface Step {
  readonly key: string
  readonly name: string
  /** Who did it and when, or what it waits for. */
  readonly note: string
  readonly isDone: boolean
  /** The one that is under way. */
  readonly isCurrent: boolean
}

/** How far something has come: steps in their order, below each other on a phone and in a row on a wide screen. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={style.steps}>
      {steps.map(({ key, name, note, isDone, isCurrent }, place) => (
        <li key={key} data-past={isDone || undefined} aria-current={isCurrent ? 'step' : undefined}>
          <span aria-hidden>{isDone ? <IconCheck size={16} stroke={3} /> : place + 1}</span>
          <div>
            <b>{name}</b>
            <small>{note}</small>
          </div>
        </li>
      ))}
    </ol>
  )
}
