import { layersSettled, openLayer } from '@kartis/ui/components/back-closes.ts'
import { choose, confirm } from '@kartis/ui/components/confirm.ts'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'

interface LeaveGuard {
  /** There is something to lose. */
  readonly dirty: boolean
  /**
   * Saves what was typed. Resolves with false when it was not saved; the page then stays and shows why. Without it the question
   * offers to stay or to leave: for what is sent rather than saved, such as an invitation or the end of a shift.
   */
  readonly save?: () => Promise<boolean>
}

/** Asks before unsaved changes are left: save and leave where they can be saved, leave without them, or stay. Closing the tab asks as well. */
export const useLeaveGuard = ({ dirty, save }: LeaveGuard): void => {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const [isLeaving, setIsLeaving] = useState(false)
  const guards = dirty && !isLeaving

  /** Resolves with whether the page may be left. */
  const mayLeave = async (): Promise<boolean> => {
    if (!save)
      return confirm({
        title: t('leave.unsaved'),
        text: t('leave.unsaved_text'),
        action: t('leave.discard'),
        stay: t('leave.stay'),
        danger: true,
      })
    const answer = await choose({
      title: t('leave.title'),
      text: t('leave.text'),
      action: t('leave.save'),
      other: t('leave.discard'),
      stay: t('leave.stay'),
    })
    return answer === 'other' || (answer === 'action' && (await save()))
  }
  /**
   * Asks, and takes the entry of the guard out of the history before anything is left: a step that is still under way
   * when the router adds the next page would lead back from that page.
   */
  const confirmLeaving = useEffectEvent(async (): Promise<boolean> => {
    if (!(await mayLeave())) return false
    flushSync(() => setIsLeaving(true))
    await layersSettled()
    return true
  })
  const confirmBack = useEffectEvent(async () => {
    if (await confirmLeaving()) router.history.back({ ignoreBlocker: true })
  })
  // What stays on the screen, because only the view in the address changed, is guarded again.
  useEffect(() => router.subscribe('onResolved', () => setIsLeaving(false)), [router])
  // Back has an entry of its own to step on: the router asks only when the page before is already in the address bar.
  useEffect(() => {
    if (!guards) return undefined
    return openLayer({
      close: () => {
        void confirmBack()
        return false
      },
    })
  }, [guards])
  useBlocker({
    disabled: !guards,
    enableBeforeUnload: guards,
    shouldBlockFn: async () => !(await confirmLeaving()),
  })
}
