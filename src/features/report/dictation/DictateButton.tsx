import { Button, Tooltip } from '@mantine/core'
import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { DictationState } from './dictation.ts'
import type { DictationOffer } from './find-offer.ts'
import { useDictationKey } from './use-dictation-key.ts'
import { DICTATION_WORDS as WORDS } from './words.ts'

export interface DictateButtonProps {
  phase: DictationState['phase']
  offer: DictationOffer | undefined
  isLocked: boolean
  onToggle: () => void
  /** Called when the language was downloaded, so that the browser is queried again. */
  onFetched: () => void
}

/** Starts and stops listening, or shows why it cannot; downloads the language first if needed. */
export function DictateButton({ phase, offer, isLocked, onToggle, onFetched }: DictateButtonProps) {
  if (offer?.kind === 'fetchable') return <FetchButton install={offer.install} onFetched={onFetched} />
  const isListening = phase === 'listening'
  const refusal = isListening ? undefined : refusalOf(offer, isLocked)
  return (
    <Tooltip label={refusal ?? WORDS.keys} multiline maw={320}>
      <Button
        size="xs"
        variant={isListening ? 'filled' : 'default'}
        color={isListening ? 'red.8' : undefined}
        leftSection={isListening ? <IconPlayerStopFilled size={14} /> : <IconMicrophone size={16} />}
        // Not `disabled`: a disabled button gets no pointer events, so its tooltip would never be shown.
        data-disabled={refusal !== undefined || undefined}
        aria-disabled={refusal !== undefined}
        aria-description={refusal}
        aria-pressed={isListening}
        loading={phase === 'stopping'}
        // Keep the cursor in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onToggle}
      >
        {isListening ? WORDS.stop : WORDS.start}
      </Button>
    </Tooltip>
  )
}

function refusalOf(offer: DictationOffer | undefined, isLocked: boolean): string | undefined {
  if (!offer) return WORDS.looking
  if (offer.kind === 'none') return WORDS.noOffer[offer.reason]
  return isLocked ? WORDS.locked : undefined
}

function FetchButton({ install, onFetched }: { install: () => Promise<boolean>; onFetched: () => void }) {
  const parts = useAct()
  const [, act] = parts
  const fetchLanguage = async () => {
    if (!(await install())) throw new Error(WORDS.fetchFailed)
    onFetched()
  }
  const start = () => (act.isBusy ? undefined : void act.run(fetchLanguage))
  useDictationKey(start)
  return (
    <ActBox parts={parts}>
      <Tooltip label={WORDS.fetchHint} multiline maw={320}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMicrophone size={16} />}
          aria-description={WORDS.fetchHint}
          data-disabled={act.isBusy || undefined}
          aria-disabled={act.isBusy}
          onMouseDown={(event) => event.preventDefault()}
          onClick={start}
        >
          {act.isBusy ? WORDS.fetching : WORDS.start}
        </Button>
      </Tooltip>
    </ActBox>
  )
}
