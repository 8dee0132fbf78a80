import { loadGatewayReport } from '@kartis/contract/reconciliation.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { PaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { dayText, numberText } from '@kartis/i18n/format.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { FileButton } from '../../shared/file-button.tsx'
import { useTerminalTitle } from '../../shared/gateway-texts.ts'
import { paymentTerminalsQuery } from '../../shared/payment-terminals-query.ts'
import { useSession } from '../../shared/session.ts'
import { isSpreadsheet, XLSX } from '../../shared/spreadsheet-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'

/** A file that was not sent: the browser could not read it. */
class SheetError extends Error {}

/** Spreadsheets are read here: the server unpacks no archive from outside. */
const asText = async (file: File): Promise<Blob> => {
  if (!isSpreadsheet(file)) return file
  const { readSpreadsheet } = await import('../../shared/read-spreadsheet.ts')
  const sheet = await readSpreadsheet(file)
  if ('problem' in sheet) throw new SheetError(sheet.problem)
  return new Blob([sheet.text], { type: 'text/tab-separated-values' })
}

type Loaded = ReplyOf<typeof loadGatewayReport>['data']

/** Loads what the gateway of a terminal of the account's own says as a file; nothing for an account without one. */
export function LoadReport() {
  const { can } = useSession()
  const { data } = useQuery({ ...paymentTerminalsQuery, enabled: can['account.terminals'] })
  const [first, ...more] = data?.terminals ?? []
  return first ? <Loader terminals={[first, ...more]} first={first} /> : null
}

function Loader({
  terminals,
  first,
}: {
  readonly terminals: readonly PaymentTerminal[]
  readonly first: PaymentTerminal
}) {
  const { t } = useTranslation('money')
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(first.uuid)
  const titleOf = useTerminalTitle()
  const loading = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set('terminal_uuid', chosen)
      body.set('file', await asText(file), file.name)
      return (await api(loadGatewayReport, { body })).data
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['money', 'exceptions'] }),
  })
  return (
    <Card title={t('differences.load.title')}>
      <Stack>
        <Soft>{t('differences.load.text')}</Soft>
        {terminals.length > 1 && (
          <SelectField
            label={t('differences.load.terminal')}
            placeholder={t('differences.load.terminal')}
            options={terminals.map((terminal) => ({ value: terminal.uuid, label: titleOf(terminal) }))}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        <FileButton
          look="line"
          icon={<IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />}
          accept={`.csv,.tsv,.txt,.xlsx,${XLSX},text/csv,text/plain`}
          disabled={loading.isPending}
          onFile={(file) => loading.mutate(file)}
        >
          {t(loading.isPending ? 'differences.load.busy' : 'differences.load.choose')}
        </FileButton>
        <div role="status">
          {loading.data && <Outcome loaded={loading.data} />}
          {loading.error && <Problem error={loading.error} />}
        </div>
      </Stack>
    </Card>
  )
}

function Outcome({ loaded }: { readonly loaded: Loaded }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const { rows_count: rows, new_count: fresh, differences_count: differences, compared_until: until } = loaded
  const day = (text: string): string => dayText(`${text}T12:00:00Z`, lang)
  return (
    <Note state={differences > 0 ? 'warn' : 'good'}>
      {t('differences.load.loaded', { count: rows, figure: numberText(rows, lang), fresh: numberText(fresh, lang) })}{' '}
      {until === null
        ? t('differences.load.later')
        : t(differences > 0 ? 'differences.load.found' : 'differences.load.right', {
            from: day(loaded.from),
            until: day(until),
            figure: numberText(differences, lang),
          })}
    </Note>
  )
}

const COLUMNS = ['ref', 'kind', 'amount', 'amount_agorot', 'currency', 'day', 'time', 'status'] as const
const columnIn = (name: unknown) => COLUMNS.find((each) => each === name)

/** Which line and column cannot be read, and what stands there; any other failure in its own words. */
function Problem({ error }: { readonly error: Error }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  if (error instanceof SheetError)
    return (
      <Note state="bad">
        {t(error.message === 'file_too_big' ? 'differences.load.too_big' : 'differences.load.unreadable')}
      </Note>
    )
  const { line, column, text, file } = error instanceof ApiError ? error.detail : {}
  const ours = columnIn(column)
  const named = ours ? t(`differences.load.column.${ours}`) : undefined
  const place = { line: typeof line === 'number' ? numberText(line, lang) : '', column: named }
  if (Array.isArray(file) && file.includes('report_empty')) return <Note state="bad">{t('differences.load.none')}</Note>
  if (named !== undefined && typeof line !== 'number')
    return <Note state="bad">{t('differences.load.no_column', place)}</Note>
  if (named === undefined)
    return (
      <Note state="bad">
        {typeof line === 'number'
          ? t('differences.load.bad_line', place)
          : error instanceof ApiError
            ? error.description
            : t('differences.load.unreadable')}
      </Note>
    )
  return (
    <Note state="bad">
      {t('differences.load.bad_value', place)}{' '}
      {typeof text === 'string' && text !== '' && (
        <>
          {t('differences.load.stands')} <UserText>{text}</UserText>
        </>
      )}
    </Note>
  )
}
