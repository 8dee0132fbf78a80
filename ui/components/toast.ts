import { createStore } from './store.ts'

export interface Toast {
  readonly id: number
  readonly state: 'good' | 'bad' | 'info'
  readonly title?: string
  readonly text: string
  /** Ways on from here, such as the support's phone. */
  readonly links?: readonly { readonly href: string; readonly text: string }[]
}

export const TOAST_MS = 5000
export const TOAST_COLLAPSE_MS = 300
const MAX_AT_ONCE = 3

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a message at the top for five seconds. A message equal to a visible one replaces it. */
export const showToast = (toast: Omit<Toast, 'id'>): void => {
  const others = toasts.read().filter(({ text, title }) => text !== toast.text || title !== toast.title)
  lastId += 1
  toasts.write([...others, { ...toast, id: lastId }].slice(-MAX_AT_ONCE))
}

/** Takes good news away: what comes next is about something else. */
export const dismissGoodToasts = (): void => toasts.write(toasts.read().filter(({ state }) => state !== 'good'))

/** Takes a text away once it is no longer true. */
export const dismissText = (text: string): void => {
  if (toasts.read().some((toast) => toast.text === text))
    toasts.write(toasts.read().filter((toast) => toast.text !== text))
}

export const dismissToast = (id: number): void => toasts.write(toasts.read().filter((toast) => toast.id !== id))
