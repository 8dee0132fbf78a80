import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { IconButton } from './button.tsx'
import style from './dialog.module.css'
import { useModal } from './use-modal.ts'
import { useTypedText } from './use-typed-text.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Buttons, the main one first. */
  readonly actions?: ReactNode
  readonly wide?: boolean | 'full'
  /** As tall as it may be whatever is in it: a field above results that come and go stays where it is. */
  readonly tall?: boolean
  /** A request is running: the dialog cannot be closed. */
  readonly locked?: boolean
  /** The address says that it is open, such as `?order=…`. */
  readonly inAddress?: boolean
  /**
   * It closes without a question although text was typed in it: a search, an amount, or text that the form behind it has
   * already. Every other dialog asks first.
   */
  readonly throwaway?: boolean
}

/** A modal dialog; on a phone it is attached to the bottom. Its content is mounted anew each time it opens. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  wide = false,
  tall = false,
  locked = false,
  inAddress = false,
  throwaway = false,
}: DialogProps) {
  const { t } = useTranslation('components')
  const { leave, ...typing } = useTypedText({ open, onClose, locked, inAddress, throwaway })
  const dialog = useModal({ open, onClose: leave, locked, inAddress })
  const id = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the press is on the backdrop; Escape does the same
    <dialog
      ref={dialog}
      className={classNames(
        style.dialog,
        wide === true && style.wide,
        wide === 'full' && style.full,
        tall && style.tall,
      )}
      aria-labelledby={id}
      onCancel={(event) => {
        // React passes on those of a dialog inside this one, and of a file field.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      // The event comes later: by then the dialog may be open again, with the next question.
      onClose={({ currentTarget }) => open && !currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && leave()}
      {...typing}
    >
      {open && (
        <div className={style.inside}>
          <div className={style.head}>
            <h2 id={id}>{title}</h2>
            <IconButton bare label={t('close')} onClick={leave} disabled={locked}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </div>
          {children}
          {actions !== undefined && <div className={style.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
