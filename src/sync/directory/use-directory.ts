import {
  type BranchItem,
  type DoctorItem,
  directoryCalls,
  type StudyTagItem,
  type TemplateItem,
} from '#contract/calls/directory.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import type { DocumentTagItem, ShortcutItem } from '#contract/calls/study-parts.ts'
import { modalityCodes } from '#domain/study/modalities.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { useLiveRead } from '../use-live-read.ts'

/** Returns the branches that the session may see, by name. */
export const useBranches = (): readonly BranchItem[] => useBranchDirectory().branches

/** The same, and whether they are still loading: until then an empty list means nothing. */
export function useBranchDirectory(): { branches: readonly BranchItem[]; isLoading: boolean } {
  const copies = useCopies(BRANCHES)
  const { answer, isLoading } = useCall(directoryCalls.branches, {}, copies.isMissing)
  const branches = copies.rows ?? answer?.result
  return { branches: branches ?? NONE, isLoading: !branches && (isLoading || !copies.isMissing) }
}

/** Returns the doctors of the client, by name. */
export const useDoctors = (): readonly DoctorItem[] => useDoctorDirectory().doctors

/** The same, and whether they are still loading: until then an empty list means nothing. */
export function useDoctorDirectory(): { doctors: readonly DoctorItem[]; isLoading: boolean } {
  const copies = useCopies(DOCTORS)
  const { answer, isLoading } = useCall(directoryCalls.doctors, { is_doctor: '1' }, copies.isMissing)
  const doctors = copies.rows ?? answer?.result
  return { doctors: doctors ?? NONE, isLoading: !doctors && (isLoading || !copies.isMissing) }
}

/** Returns the study tags, normal and critical. */
export const useTags = (): readonly StudyTagItem[] => useTagDirectory().tags

/** The same, and whether they are still loading: until then an empty list means nothing. */
export function useTagDirectory(): { tags: readonly StudyTagItem[]; isLoading: boolean } {
  const copies = useCopies(TAGS)
  const { answer, isLoading } = useCall(directoryCalls.studyTags, {}, copies.isMissing)
  const tags = copies.rows ?? answer?.result
  return { tags: tags ?? NONE, isLoading: !tags && (isLoading || !copies.isMissing) }
}

/** Returns report templates with department and category, and whether they are loading: empty means nothing then. */
export function useTemplateDirectory(): { templates: readonly TemplateItem[]; isLoading: boolean } {
  const copies = useCopies(TEMPLATES)
  const { answer, isLoading } = useCall(directoryCalls.templates, {}, copies.isMissing)
  const templates = copies.rows ?? answer?.result
  return { templates: templates ?? NONE, isLoading: !templates && (isLoading || !copies.isMissing) }
}

/** Returns everybody's shortcuts and the user's own, by name; undefined while loading. */
export function useShortcuts(): readonly ShortcutItem[] | undefined {
  const copies = useCopies(SHORTCUTS)
  const { answer, isLoading } = useCall(directoryCalls.shortcuts, {}, copies.isMissing)
  const shortcuts = copies.rows ?? answer?.result
  return shortcuts ?? (isLoading || !copies.isMissing ? undefined : NONE)
}

/** Returns the kinds of document, by name. */
export function useDocumentTags(): readonly DocumentTagItem[] {
  const copies = useCopies(DOCUMENT_TAGS)
  const { answer } = useCall(directoryCalls.documentTags, {}, copies.isMissing)
  return copies.rows ?? answer?.result ?? NONE
}

/** Returns the modalities of studies: of the whole client if the server answers, otherwise of this device's studies. */
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

/** Returns the copies of a directory; `isMissing` until some were fetched, and if there are no databases. */
function useCopies<Item>(question: LiveQuestion<CopyRow[], Item[]>): { rows?: Item[]; isMissing: boolean } {
  const device = useDevice()
  const { answer, isLoading } = useLive(question, '')
  const rows = answer && answer.length > 0 ? answer : undefined
  return { rows, isMissing: !device || (!isLoading && !rows) }
}

async function readModalities({ databases }: Device): Promise<string[]> {
  const modalities = (await databases.cache.studies.orderBy('modality').uniqueKeys()) as string[]
  return [...new Set(modalities.flatMap(modalityCodes))].sort()
}
