import { Select } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { PacsList } from '#src/parts/pacs/PacsList.tsx'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import classes from '#src/ui/list/list.module.css'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { CLIENT_WORDS as WORDS } from './words.ts'

/** Image servers of the platform's clients, one client at a time (docs/masters.md#lists). */
export default function PacsScreen() {
  const [params, setParams] = useSearchParams()
  const { rows } = useMasters('client')
  const chosen = rows.find(({ id }) => id === params.get('client'))
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.pacsTitle} subtitle={WORDS.pacsSubtitle}>
        <Select
          aria-label={WORDS.client}
          placeholder={WORDS.chooseClient}
          data={rows.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => setParams(id === null ? {} : { client: id }, { replace: true })}
          searchable
          clearable
          w={300}
        />
      </PageHeader>
      {chosen ? (
        <div className={classes.rows}>
          <PacsList key={chosen.id} clientId={chosen.id} />
        </div>
      ) : (
        <EmptyState title={WORDS.chooseClient} hint={WORDS.chooseHint} />
      )}
    </div>
  )
}
