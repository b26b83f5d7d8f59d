import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { RefusalNote } from '../refusal/RefusalNote.tsx'
import { useAct } from '../refusal/use-act.ts'
import { UI_WORDS } from '../words.ts'
import type { ConfirmActionOptions } from './confirm-action.ts'

export interface ConfirmActOptions extends ConfirmActionOptions {
  /** Runs on confirmation; if it throws, the dialog stays open and shows the error. */
  act: () => Promise<unknown>
}

/**
 * Asks in a dialog and runs the act from it: if the act is refused the dialog stays open and shows why at its button.
 * Resolves to true once it is done, or false if the dialog is closed in any other way.
 */
export function confirmAct({ title, ...question }: ConfirmActOptions): Promise<boolean> {
  return new Promise((resolve) => {
    // If closed while the request runs, its result still decides what the caller gets.
    let isRunning = false
    let isClosed = false
    const act = async () => {
      isRunning = true
      try {
        await question.act()
      } catch (problem) {
        isRunning = false
        if (isClosed) resolve(false)
        throw problem
      }
      resolve(true)
      modals.close(id)
    }
    const id = modals.open({
      title,
      centered: true,
      children: <Question {...question} act={act} onCancel={() => modals.close(id)} />,
      onClose: () => {
        isClosed = true
        if (!isRunning) resolve(false)
      },
    })
  })
}

type QuestionProps = Omit<ConfirmActOptions, 'title'> & { onCancel: () => void }

function Question({ message, confirmLabel, cancelLabel, danger = false, act, onCancel }: QuestionProps) {
  const [box, asked] = useAct()
  const focused = { 'data-autofocus': true }
  return (
    <Stack ref={box}>
      <Text component="div" size="sm">
        {message}
      </Text>
      <Group justify="flex-end">
        <RefusalNote act={asked} />
        <Button variant="default" onClick={onCancel} {...(danger && focused)}>
          {cancelLabel ?? UI_WORDS.cancel}
        </Button>
        <Button
          loading={asked.isBusy}
          onClick={() => void asked.run(act)}
          {...(danger ? { color: 'red.9' } : focused)}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  )
}
