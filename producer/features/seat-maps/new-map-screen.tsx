import { MAP_TEMPLATES, type MapTemplate } from '@kartis/contract/venue-maps.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { MapFields, useMapForm } from './map-form.tsx'
import { MapPicture } from './map-picture.tsx'
import { formatOf, useCreateMap, useImportMap, useMapTemplates, useVenueNames } from './map-queries.ts'
import style from './maps.module.css'
import { usePlacesText } from './use-places-text.ts'

interface NewMapScreenProps {
  /** Of the editor that opens. */
  readonly path: string
  /** Without seats. */
  readonly isArea: boolean
  readonly event: string | undefined
  /** `empty`: who wants to draw starts without a hall. */
  readonly start: unknown
}

/** A name, and a hall to start from: empty, one of ours, or a file. */
export function NewMapScreen({ path, isArea, event, start }: NewMapScreenProps) {
  const { t, i18n } = useTranslation(['seat-maps', 'venues'])
  const placesText = usePlacesText()
  const router = useRouter()
  const templates = useMapTemplates()
  const creating = useCreateMap()
  const [template, setTemplate] = useState<MapTemplate | 'empty' | undefined>(start === 'empty' ? 'empty' : undefined)
  const [isMissing, setMissing] = useState(false)
  const starters = useRef<HTMLDivElement>(null)
  const id = useId()
  const form = useMapForm({ name: '', venue_uuid: '' })
  const venues = useVenueNames().data
  const [suggested, setSuggested] = useState('')
  /** Until a name is typed, the map is called after its venue, else after the hall that it starts from. */
  const suggestName = (venue: string, hall: typeof template): void => {
    if (form.values.name !== suggested) return
    const name =
      venues?.find(({ uuid }) => uuid === venue)?.name ??
      (hall === undefined || hall === 'empty' ? '' : t(`seat-maps:template.${hall}`))
    setSuggested(name)
    form.setFieldValue('name', name)
  }
  const open = (uuid: string) => {
    const search = new URLSearchParams({ map: uuid, ...(event !== undefined && { event }) })
    router.history.replace(`${path}?${search}`)
  }
  const create = form.onSubmit((values) => {
    if (template === undefined) return
    creating.mutate(
      { ...values, ...(template !== 'empty' && { template }) },
      {
        onSuccess: ({ data }) => open(data.uuid),
        onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
      },
    )
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setMissing(template === undefined)
    create(event)
    if (template === undefined && form.values.name.trim() !== '') starters.current?.querySelector('input')?.focus()
  }
  const choices = MAP_TEMPLATES.filter((each) => !isArea || each === 'park')
  return (
    <Page className={style.newMap}>
      {/* Who came from an event goes back to its hall. */}
      <PageHead {...(event !== undefined && { back: `/events/${event}/seating` })} />
      <form onSubmit={submit} noValidate>
        <Stack gap="wide">
          <Card title={t('seat-maps:new.name')}>
            <Stack gap="wide">
              <MapFields form={form} onVenue={(venue) => suggestName(venue, template)} />
            </Stack>
          </Card>
          <Card title={t('seat-maps:new.start')}>
            <div
              ref={starters}
              className={style.starters}
              role="radiogroup"
              aria-label={t('seat-maps:new.start')}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? id : undefined}
            >
              {(['empty', ...choices] as const).map((each) => {
                const found = templates.data?.find((listed) => listed.template === each)
                return (
                  <label key={each} className={style.starter}>
                    <input
                      type="radio"
                      name="template"
                      value={each}
                      checked={template === each}
                      onChange={() => {
                        setTemplate(each)
                        setMissing(false)
                        suggestName(form.values.venue_uuid, each)
                      }}
                    />
                    <span className={style.starterPicture}>
                      {each === 'empty' ? (
                        <IconPlus size={26} stroke={1.5} aria-hidden />
                      ) : (
                        <MapPicture outline={found?.outline} />
                      )}
                    </span>
                    <b>{t(`seat-maps:template.${each}`)}</b>
                    <small>
                      {each === 'empty'
                        ? t('seat-maps:template.empty_text')
                        : found
                          ? found.seats > 0
                            ? placesText(found.seats)
                            : t('seat-maps:areas', { count: found.areas })
                          : ' '}
                    </small>
                  </label>
                )
              })}
            </div>
            {isMissing && <FieldMessage id={id} error={t('seat-maps:new.start_missing')} />}
          </Card>
          <Button
            type="submit"
            size="big"
            className={style.create}
            busy={creating.isPending || creating.isSuccess}
            busyText={t('seat-maps:new.creating')}
          >
            {t('seat-maps:new.create')}
          </Button>
        </Stack>
      </form>
      {!isArea && <ImportCard onOpen={open} />}
    </Page>
  )
}

/** A hall from a file of another program. */
export function ImportCard({ onOpen }: { readonly onOpen: (uuid: string) => void }) {
  const { t } = useTranslation('seat-maps')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const importing = useImportMap()
  const take = (file: File | undefined) => {
    if (!file) return
    const format = formatOf(file.name)
    if (!format) return setProblem(t('import.format'))
    if (file.size > 5 * 1024 * 1024) return setProblem(t('import.too_large'))
    setProblem(undefined)
    const name = file.name.replace(/\.[^.]+$/u, '').slice(0, 120) || t('names.hall')
    importing.mutate({ name, venue_uuid: '', file, format })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const { data } = importing
  return (
    <Card title={t('import.title')}>
      {data ? (
        <Stack>
          <Note state={data.notes.length > 0 ? 'warn' : 'good'}>
            {data.notes.length > 0 ? t('import.notes') : t('import.complete')}
            <ul className={style.notes}>
              {data.notes.map(({ code, count }) => (
                <li key={code}>{t(`note.${code}`, { count })}</li>
              ))}
            </ul>
          </Note>
          <Button onClick={() => onOpen(data.uuid)}>{t('import.open')}</Button>
        </Stack>
      ) : (
        <div
          className={style.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <span className={style.tile}>
            <IconDownload size={24} stroke={1.75} aria-hidden />
          </span>
          <b>{t('import.drop')}</b>
          <Soft small>{t('import.formats')}</Soft>
          <Button
            look="line"
            busy={importing.isPending}
            busyText={t('import.reading')}
            onClick={() => input.current?.click()}
          >
            {t('import.choose')}
          </Button>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept=".json,.csv,.svg"
            tabIndex={-1}
            aria-label={t('import.choose')}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = ''
            }}
          />
          {problem !== undefined && (
            <p className={style.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
