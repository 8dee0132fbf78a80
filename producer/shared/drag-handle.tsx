import { IconGripVertical } from '@tabler/icons-react'
import style from './drag-handle.module.css'
import type { Sorting } from './use-sorting.ts'

interface DragHandleProps {
  /** The moved item and its position. */
  readonly label: string
  readonly handle: ReturnType<Sorting['handle']>
}

/** The drag handle of a sorted list; its arrow keys move the item too. */
export function DragHandle({ label, handle }: DragHandleProps) {
  return (
    <button type="button" className={style.grip} aria-label={label} {...handle}>
      <IconGripVertical size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
