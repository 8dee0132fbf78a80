import { kindOf } from '@kartis/domain/file-kind.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconFileCheck, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './ownership-file.module.css'

const MEGABYTE = 1024 * 1024

/** What the kind of a file is read from. */
const START_BYTES = 16

/**
 * Message key of why a file is not accepted, or undefined. Its first bytes are looked at as the server does, which refuses it
 * only once the account exists. A file that cannot be read is left to the server.
 */
export const fileError = async (file: File): Promise<'file.wrong_kind' | 'file.too_large' | undefined> => {
  if (!/\.(?:pdf|jpe?g|png|hei[cf])$/iu.test(file.name)) return 'file.wrong_kind'
  if (file.size > UPLOAD.maxBytes) return 'file.too_large'
  const start = await file
    .slice(0, START_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  return start && kindOf(new Uint8Array(start)) === undefined ? 'file.wrong_kind' : undefined
}

export interface OwnershipFileProps {
  /** Name of the current file. */
  readonly name: string | undefined
  readonly onFile: (file: File) => void
  readonly hint?: ReactNode
  readonly busy?: boolean
}

/** Upload of the bank's confirmation of account ownership: choose, show and replace a file. */
export function OwnershipFile({ name, onFile, hint, busy = false }: OwnershipFileProps) {
  const { t } = useTranslation('signup')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Awaited<ReturnType<typeof fileError>>>()
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = '' // allows the same file to be chosen again
    if (!file) return
    const wrong = await fileError(file)
    setError(wrong)
    if (!wrong) onFile(file)
  }
  return (
    <div className={style.field}>
      <span className={style.label} id={`${id}-label`}>
        {t('file.label')}
      </span>
      <div className={style.box} data-full={name !== undefined || undefined}>
        {name !== undefined && (
          <span className={style.name}>
            <IconFileCheck size={22} stroke={1.75} aria-hidden />
            <UserText>{name}</UserText>
          </span>
        )}
        <Button
          look={name === undefined ? 'line' : 'bare'}
          icon={name === undefined && <IconUpload size={20} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
          busy={busy}
          busyText={t('file.busy')}
          aria-describedby={`${id}-label ${id}-message`}
        >
          {name === undefined ? t('file.choose') : t('file.change')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".pdf,.jpg,.jpeg"
          className="visually-hidden"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
      <FieldMessage
        id={`${id}-message`}
        hint={hint ?? t('file.hint')}
        error={error && t(error, { megabytes: UPLOAD.maxBytes / MEGABYTE })}
      />
    </div>
  )
}
