import {
  type BranchItem,
  type DoctorItem,
  directoryCalls,
  type StudyTagItem,
  type TemplateItem,
} from '#contract/calls/directory.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import type { DocumentTagItem, ShortcutItem } from '#contract/calls/study-parts.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { useLiveRead } from '../use-live-read.ts'

/** Branches that the session may see, by name. */
export const useBranches = (): readonly BranchItem[] => useBranchDirectory().branches

/** The same, and whether they are still being read: an empty list says nothing then. */
export function useBranchDirectory(): { branches: readonly BranchItem[]; isLoading: boolean } {
  const copies = useCopies(BRANCHES)
  const { answer, isLoading } = useCall(directoryCalls.branches, {}, copies.isMissing)
  const branches = copies.rows ?? answer?.result
  return { branches: branches ?? NONE, isLoading: !branches && (isLoading || !copies.isMissing) }
}

/** Doctors of the client, by name. */
export function useDoctors(): readonly DoctorItem[] {
  const copies = useCopies(DOCTORS)
  const { answer } = useCall(directoryCalls.doctors, { is_doctor: '1' }, copies.isMissing)
  return copies.rows ?? answer?.result ?? NONE
}

/** Study tags, normal and critical. */
export function useTags(): readonly StudyTagItem[] {
  const copies = useCopies(TAGS)
  const { answer } = useCall(directoryCalls.studyTags, {}, copies.isMissing)
  return copies.rows ?? answer?.result ?? NONE
}

/** Report templates with their department and category, and whether they are still being read: an empty list says nothing then. */
export function useTemplateDirectory(): { templates: readonly TemplateItem[]; isLoading: boolean } {
  const copies = useCopies(TEMPLATES)
  const { answer, isLoading } = useCall(directoryCalls.templates, {}, copies.isMissing)
  const templates = copies.rows ?? answer?.result
  return { templates: templates ?? NONE, isLoading: !templates && (isLoading || !copies.isMissing) }
}

/** Everybody's shortcuts and one's own, by name. */
export function useShortcuts(): readonly ShortcutItem[] {
  const copies = useCopies(SHORTCUTS)
  const { answer } = useCall(directoryCalls.shortcuts, {}, copies.isMissing)
  return copies.rows ?? answer?.result ?? NONE
}

/** Kinds of document, by name. */
export function useDocumentTags(): readonly DocumentTagItem[] {
  const copies = useCopies(DOCUMENT_TAGS)
  const { answer } = useCall(directoryCalls.documentTags, {}, copies.isMissing)
  return copies.rows ?? answer?.result ?? NONE
}

/** Modalities that studies have: of the whole client where the server answers, else of this device's studies. */
export function useModalities(): readonly string[] {
  const { answer, error } = useCall(studyCalls.getUsedModalities, {})
  const local = useLiveRead(readModalities)
  return answer?.result ?? (error ? local : undefined) ?? NONE
}

const NONE: readonly never[] = []

interface Named {
  name: string
}

const byName = <Item extends Named>(items: Item[]) => items.sort((a, b) => a.name.localeCompare(b.name))

function copiesOf<Item extends Named>(
  table: 'branches' | 'doctors' | 'tags' | 'templates' | 'shortcuts' | 'documentTags',
): LiveQuestion<CopyRow[], Item[]> {
  return {
    read: ({ databases }) => databases[table].table.toArray(),
    open: async (rows, { databases }) => {
      const opened = await databases[table].openAll(rows)
      return byName(opened.map(({ body }) => body as unknown as Item))
    },
  }
}

const BRANCHES = copiesOf<BranchItem>('branches')
const DOCTORS = copiesOf<DoctorItem>('doctors')
const TAGS = copiesOf<StudyTagItem>('tags')
const TEMPLATES = copiesOf<TemplateItem>('templates')
const SHORTCUTS = copiesOf<ShortcutItem>('shortcuts')
const DOCUMENT_TAGS = copiesOf<DocumentTagItem>('documentTags')

/** The copies of a directory; missing while none were brought, and where there are no databases. */
function useCopies<Item>(question: LiveQuestion<CopyRow[], Item[]>): { rows?: Item[]; isMissing: boolean } {
  const device = useDevice()
  const { answer, isLoading } = useLive(question, '')
  const rows = answer && answer.length > 0 ? answer : undefined
  return { rows, isMissing: !device || (!isLoading && !rows) }
}

async function readModalities({ databases }: Device): Promise<string[]> {
  const modalities = (await databases.cache.studies.orderBy('modality').uniqueKeys()) as string[]
  return [...new Set(modalities.flatMap((value) => value.split(',')))].filter(Boolean).sort()
}
