import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Textarea, Title } from '@mantine/core'
import type { PeerReadingRow } from '#contract/calls/peer-learning.ts'
import {
  hasPoint,
  PEER_CATEGORIES,
  PEER_CATEGORY_WORDS,
  PEER_OUTCOME_WORDS,
  PEER_OUTCOMES,
  PEER_TEXT_MAX,
} from '#domain/peer/outcomes.ts'
import { useTagDirectory } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { nameOf } from './study-words.ts'
import { type OpenText, usePeerText } from './use-peer-text.ts'
import { useReview } from './use-review.ts'
import { PEER_WORDS as WORDS } from './words.ts'

export interface ReviewFormProps {
  reading: PeerReadingRow
  /** Whether a critical result can be opened for it. */
  isThere: boolean
  onDone: () => void
}

/** The form of the second reader: agreement, a learning point, and whether somebody must act immediately. */
export function ReviewForm(props: ReviewFormProps) {
  const { id, study_id } = props.reading
  const kept = usePeerText({ kind: 'reading', id, study_id, about: nameOf(props.reading) })
  const { found, problem, retry } = kept.begun
  if (problem) return <UnreadTextNote problem={problem} onRetry={retry} />
  if (found === undefined) return <SkeletonRows rows={6} />
  return <OpenForm {...props} kept={{ ...kept, begun: found }} />
}

function OpenForm({ reading, isThere, onDone, kept }: ReviewFormProps & { kept: OpenText }) {
  const { online } = useLink()
  const review = useReview(reading, kept, onDone)
  const { fields, change, problems, box, act, send } = review
  const { outcome } = fields
  return (
    <form
      noValidate
      aria-label={WORDS.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="md" ref={box}>
        <Title order={2} size="h4">
          {WORDS.form}
        </Title>
        <Radio.Group
          label={WORDS.outcome}
          withAsterisk
          value={outcome ?? ''}
          error={problems.outcome}
          onChange={(next) => change({ outcome: PEER_OUTCOMES.find((one) => one === next) })}
        >
          <Stack gap="xs" mt="xs" mb={4}>
            {PEER_OUTCOMES.map((one) => (
              <Radio key={one} value={one} label={PEER_OUTCOME_WORDS[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {outcome !== undefined && hasPoint(outcome) && (
          <>
            <Select
              label={WORDS.category}
              withAsterisk
              data={PEER_CATEGORIES.filter((one) => outcome !== 'Differ' || one !== 'Good_Catch').map(
                (value) => ({
                  value,
                  label: PEER_CATEGORY_WORDS[value],
                }),
              )}
              value={fields.category || null}
              error={problems.category}
              onChange={(next) => change({ category: PEER_CATEGORIES.find((one) => one === next) ?? '' })}
            />
            <Textarea
              label={WORDS.point}
              description={WORDS.pointHint}
              withAsterisk
              rows={5}
              maxLength={PEER_TEXT_MAX}
              value={fields.point}
              error={problems.point}
              onChange={(event) => change({ point: event.currentTarget.value })}
            />
          </>
        )}
        {outcome === 'Differ' && isThere && (
          <Significant fields={fields} change={change} problem={problems.tag_name} />
        )}
        {kept.problem && <Alert color="red">{WORDS.notKept(kept.problem)}</Alert>}
        <Group justify="flex-end">
          {!review.isEmpty && (
            <Button variant="default" disabled={act.isBusy} onClick={review.startAgain}>
              {WORDS.startAgain}
            </Button>
          )}
          <ReasonButton type="submit" loading={act.isBusy} reason={online ? undefined : WORDS.needsNetwork}>
            {WORDS.save}
          </ReasonButton>
        </Group>
        <RefusalNote act={act} title={WORDS.notSaved} isAtField={(name) => name in WORDS.fields} />
      </Stack>
    </form>
  )
}

type Review = ReturnType<typeof useReview>

/** Links to critical results, if the client has them. */
function Significant({
  fields: { isSignificant, tagName },
  change,
  problem,
}: Pick<Review, 'fields' | 'change'> & { problem: string | undefined }) {
  const session = useSession()
  const { tags: all } = useTagDirectory()
  const tags = all.filter(({ type }) => type === 'Critical')
  const isOff = !session?.main_modules.includes('assign_critical_tag_to_study')
  const refusal = isOff ? WORDS.noCriticals : tags.length === 0 ? WORDS.noTags : undefined
  return (
    <>
      <Checkbox
        label={WORDS.significant}
        description={refusal ?? WORDS.significantHint}
        disabled={refusal !== undefined}
        checked={isSignificant}
        onChange={(event) => change({ isSignificant: event.currentTarget.checked })}
      />
      {isSignificant && (
        <Select
          label={WORDS.tag}
          withAsterisk
          data={tags.map(({ name }) => name)}
          value={tagName || null}
          error={problem}
          onChange={(next) => change({ tagName: next ?? '' })}
        />
      )}
    </>
  )
}
