import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { layersSettled, openLayer } from './back-closes.ts'
import { confirm } from './confirm.ts'

type TextInput = HTMLInputElement | HTMLTextAreaElement

const TEXTS = 'textarea, input:is([type=text], [type=email], [type=tel], [type=url], [type=password])'
/** What is in them is nothing to lose: codes of an SMS, searches, and what was saved or cannot be changed. */
const PASSING = '[inputmode=search], [autocomplete=one-time-code], [readonly], :disabled, [data-saved]'

const isText = (element: Element): element is TextInput => element.matches(TEXTS)

interface TypedTextOptions {
  readonly open: boolean
  readonly onClose: () => void
  readonly locked: boolean
  readonly inAddress: boolean
  /** It closes without a question. */
  readonly throwaway: boolean
}

interface TypedText {
  readonly onFocus: (event: FocusEvent) => void
  readonly onInput: () => void
  /** Its user closes it. Returns false where it stays open, at least until a question is answered. */
  readonly leave: () => boolean
}

/** Asks before a dialog is closed with text in it that was typed and not saved. Closing the tab asks as well. */
export const useTypedText = ({ open, onClose, locked, inAddress, throwaway }: TypedTextOptions): TypedText => {
  const { t } = useTranslation('components')
  /** What each field had in it before anything was typed. */
  const before = useRef(new Map<TextInput, string>())
  const [isHeld, setHeld] = useState(false)
  const isUnsaved = (): boolean =>
    !throwaway &&
    [...before.current].some(([field, text]) => field.isConnected && field.value !== text && !field.matches(PASSING))
  const close = async () => {
    // The entry for Back goes first: an address is left by a step back, which would only take that entry away.
    if (isHeld) {
      flushSync(() => setHeld(false))
      await layersSettled()
    }
    onClose()
  }
  const confirmLoss = async () => {
    const isSure = await confirm({
      title: t('unsaved.title'),
      text: t('unsaved.text'),
      action: t('unsaved.action'),
      stay: t('unsaved.stay'),
      danger: true,
    })
    if (isSure) await close()
  }
  const leave = (): boolean => {
    if (locked) return false
    if (isUnsaved()) {
      void confirmLoss()
      return false
    }
    void close()
    return true
  }
  const leaveByBack = useEffectEvent((): boolean => {
    if (locked || isUnsaved()) return leave()
    setTimeout(() => void close())
    return true
  })
  // Back would leave the address of the dialog before anything could be asked: it steps on an entry of its own.
  useEffect(() => (open && isHeld ? openLayer({ close: () => leaveByBack() }) : undefined), [open, isHeld])
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    if (!open || throwaway) return undefined
    const fields = before.current
    const listen = (event: BeforeUnloadEvent): void => warn(event)
    addEventListener('beforeunload', listen)
    return () => {
      removeEventListener('beforeunload', listen)
      fields.clear()
    }
  }, [open, throwaway])
  return {
    onFocus: ({ target, currentTarget }) => {
      // React passes on what happens in a dialog inside this one.
      if (target.closest('dialog') !== currentTarget || !isText(target) || before.current.has(target)) return
      before.current.set(target, target.value)
    },
    onInput: () => {
      if (inAddress && isUnsaved()) setHeld(true)
    },
    leave,
  }
}
