import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Copy of `list` with the item at `from` moved to `to`. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const others = list.filter((_, place) => place !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...others.slice(0, to), item, ...others.slice(to)]
}

interface HandleProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

export interface Sorting {
  /** The keys in render order, also during a drag. */
  readonly order: readonly string[]
  readonly dragged: string | undefined
  /** Ref for the element of an item. */
  readonly item: (key: string) => (element: HTMLElement | null) => void
  /** Props of the drag handle; its arrow keys move the item too. It needs `touch-action: none`. */
  readonly handle: (key: string) => HandleProps
  /** Moves the item one place up (-1) or down (1). */
  readonly step: (key: string, by: 1 | -1) => void
}

const EDGE_PX = 96
const SCROLL_PX = 14

/** Sorts a list by pointer and keyboard. `onSort` is called once a move is finished. */
export const useSorting = (keys: readonly string[], onSort: (keys: string[]) => void): Sorting => {
  const elements = useRef(new Map<string, HTMLElement>())
  const [drag, setDrag] = useState<{ readonly key: string; readonly order: readonly string[] }>()
  const order = drag?.order ?? keys

  const place = (y: number, key: string): number => {
    const others = order.filter((other) => other !== key)
    const above = others.filter((other) => {
      const box = elements.current.get(other)?.getBoundingClientRect()
      return box !== undefined && y > box.top + box.height / 2
    })
    return above.length
  }
  const step = (key: string, by: 1 | -1) => {
    const from = keys.indexOf(key)
    const to = from + by
    if (from >= 0 && to >= 0 && to < keys.length) onSort(moved(keys, from, to))
  }
  const finish = () => {
    if (drag && drag.order.join() !== keys.join()) onSort([...drag.order])
    setDrag(undefined)
  }
  const handle = (key: string): HandleProps => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.focus()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ key, order: keys })
    },
    onPointerMove: (event) => {
      if (drag?.key !== key) return
      if (event.clientY < EDGE_PX) scrollBy(0, -SCROLL_PX)
      if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX)
      const to = place(event.clientY, key)
      if (to !== order.indexOf(key)) setDrag({ key, order: moved(order, order.indexOf(key), to) })
    },
    onPointerUp: finish,
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      step(key, event.key === 'ArrowUp' ? -1 : 1)
    },
  })
  return {
    order,
    dragged: drag?.key,
    item: (key) => (element) => {
      if (element) elements.current.set(key, element)
      else elements.current.delete(key)
    },
    handle,
    step,
  }
}
