import { Button } from '@kartis/ui/components/button.tsx'
import { useState } from 'react'
import { CountField } from '../../shared/count-field.tsx'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import style from './tickets.module.css'

interface CountFormProps {
  readonly label: string
  readonly hint: string
  /** Shown under a number that cannot be saved. */
  readonly wrong: string
  readonly save: string
  /** The saved number as text; empty where there is none. */
  readonly saved: string
  readonly isValid: (text: string) => boolean
  readonly busy: boolean
  /** There is always a number; otherwise the field says that it is optional. */
  readonly required?: boolean
  readonly onSave: (text: string) => void
}

/** A number with a button that appears once it was changed. */
export function CountForm({
  label,
  hint,
  wrong,
  save,
  saved,
  isValid,
  busy,
  required = false,
  onSave,
}: CountFormProps) {
  const [text, setText] = useState(saved)
  const valid = isValid(text)
  useLeaveGuard({ dirty: text.trim() !== saved })
  return (
    <form
      className={style.phoneCount}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        if (valid) onSave(text)
      }}
    >
      <CountField
        label={label}
        hint={hint}
        optional={!required}
        error={valid ? undefined : wrong}
        value={text}
        onChange={setText}
      />
      {text.trim() !== saved && (
        <Button type="submit" look="line" disabled={!valid} busy={busy}>
          {save}
        </Button>
      )}
    </form>
  )
}
