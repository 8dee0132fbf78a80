import { addPasskey, type Passkey, passkeyOptions, renamePasskey } from '@kartis/contract/sessions.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { createPasskey, isKnownDevice } from '../../shared/passkey.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export type PasskeyTask = { readonly kind: 'add' } | { readonly kind: 'rename'; readonly passkey: Passkey }

interface PasskeyDialogProps {
  readonly task: PasskeyTask | undefined
  readonly onClose: () => void
  /** The recovery codes that came with the first passkey. */
  readonly onDone: (codes: readonly string[] | undefined) => void
}

/** Names a passkey: a new one, which the browser then makes, or one that there is. */
export function PasskeyDialog({ task, onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation('security')
  return (
    <Dialog
      open={task !== undefined}
      onClose={onClose}
      title={task?.kind === 'rename' ? t('passkeys.rename') : t('passkeys.add')}
    >
      {task && <PasskeyForm task={task} onDone={onDone} />}
    </Dialog>
  )
}

const register = async (name: string): Promise<readonly string[] | undefined> => {
  const { challenge_uuid, options } = (await api(passkeyOptions)).data
  const response = await createPasskey(options)
  const { data } = await api(addPasskey, { body: { challenge_uuid, name, response } })
  return data.recovery_codes ?? undefined
}

const rename = async (uuid: string, name: string): Promise<undefined> => {
  await api(renamePasskey, { params: { uuid }, body: { name } })
}

type FormProps = { readonly task: PasskeyTask } & Pick<PasskeyDialogProps, 'onDone'>

function PasskeyForm({ task, onDone }: FormProps) {
  const { t } = useTranslation(['security', 'validation'])
  const [name, setName] = useState(task.kind === 'rename' ? task.passkey.name : '')
  const [isEmpty, setIsEmpty] = useState(false)
  const saving = useMutation({
    mutationFn: (typed: string) => (task.kind === 'rename' ? rename(task.passkey.uuid, typed) : register(typed)),
    meta: { quiet: ['passkey_refused', 'conflict'] },
    onSuccess: (codes) => {
      showToast({
        state: 'good',
        text: t(task.kind === 'rename' ? 'security:passkeys.renamed' : 'security:passkeys.added'),
      })
      onDone(codes)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsEmpty(name.trim() === '')
    if (name.trim() !== '') saving.mutate(name.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="wide">
        <TextField
          label={t('security:passkeys.name')}
          hint={t('security:passkeys.name_hint')}
          maxLength={60}
          value={name}
          error={isEmpty ? t('validation:required') : undefined}
          onChange={({ target }) => {
            setName(target.value)
            setIsEmpty(false)
          }}
        />
        {saving.isError && <Problem error={saving.error} />}
        <Button
          type="submit"
          full
          busy={saving.isPending}
          busyText={task.kind === 'add' ? t('security:passkeys.adding') : undefined}
        >
          {t('security:passkeys.save')}
        </Button>
      </Stack>
    </form>
  )
}

/** Why there is no passkey; failures of other calls are toasts. */
function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('security')
  if (isKnownDevice(error) || (error instanceof ApiError && error.code === 'conflict'))
    return <Note state="warn">{t('passkeys.known')}</Note>
  if (error instanceof ApiError && error.code !== 'passkey_refused') return null
  return <Note state="bad">{t('passkeys.failed')}</Note>
}
