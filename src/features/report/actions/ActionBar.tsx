import { ActionIcon, Button, type ButtonProps, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { isSigned } from '#domain/status/report-status.ts'
import { UndecidedAiError } from '#src/parts/ai-draft/undecided-ai-error.ts'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import type { ActParts } from '#src/ui/refusal/use-act.ts'
import { OpenFieldsError } from '../checks/open-fields-error.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import classes from './actions.module.css'
import { type ActionGrounds, isActionOffered, type ReportAction, refuseAction } from './report-actions.ts'

export interface ActionBarProps {
  grounds: ActionGrounds
  busy: ReportAction | undefined
  /** The refusal is shown above the buttons. */
  parts: ActParts
  onAction: (action: ReportAction) => void
  /** Replaces a refusal that is about open fields. */
  openFields: ReactNode
  /** Replaces a refusal that is about undecided sentences of an AI result. */
  undecidedAi: ReactNode
  /** Where the text is stored, as words. */
  children: ReactNode
}

const LABELS: Record<ReportAction, string> = {
  draft: WORDS.save,
  readyForSign: WORDS.readyForSign,
  sign: WORDS.sign,
  signAndClose: WORDS.signAndClose,
  signAndNext: WORDS.signAndNext,
  next: WORDS.next,
  skip: WORDS.skip,
  clear: WORDS.clear,
  verify: WORDS.verify,
  addendum: WORDS.addendum,
  revise: WORDS.revise,
  leaveRevision: WORDS.leaveRevision,
}

/** Where the text is stored, and the actions; unavailable actions show the reason. */
export function ActionBar({
  grounds,
  busy,
  parts: [box, act],
  onAction,
  openFields,
  undecidedAi,
  children,
}: ActionBarProps) {
  const button = (action: ReportAction, look: ButtonProps) => (
    <ActionButton action={action} grounds={grounds} busy={busy} onAction={onAction} {...look} />
  )
  return (
    <footer className={classes.foot}>
      <div className={classes.refusal} ref={box}>
        {refusalOf(act, { openFields, undecidedAi })}
      </div>
      <div className={classes.bar}>
        <div className={classes.state}>{children}</div>
        {isSigned(grounds.status) ? (
          <div className={classes.buttons}>
            {AFTER_SIGNING.filter((action) => isActionOffered(action, grounds)).map((action) => (
              <Fragment key={action}>
                {button(action, action === 'verify' ? {} : { variant: 'default' })}
              </Fragment>
            ))}
            {grounds.isRevising ? button('sign', {}) : button('next', { variant: 'default' })}
          </div>
        ) : (
          <div className={classes.buttons}>
            <MoreActions grounds={grounds} onAction={onAction} />
            {button('draft', { variant: 'default' })}
            {button('readyForSign', { variant: 'default', visibleFrom: 'sm' })}
            {button('sign', { variant: 'default' })}
            {button('signAndClose', { variant: 'default', visibleFrom: 'xl' })}
            {button(grounds.canWrite ? 'signAndNext' : 'next', { visibleFrom: 'xs' })}
          </div>
        )}
      </div>
    </footer>
  )
}

/** Returns what stopped an action, with a link to it if there is one. */
function refusalOf(
  act: ActParts[1],
  { openFields, undecidedAi }: Pick<ActionBarProps, 'openFields' | 'undecidedAi'>,
): ReactNode {
  if (act.problem instanceof OpenFieldsError) return openFields
  return act.problem instanceof UndecidedAiError ? undecidedAi : <RefusalNote act={act} />
}

const AFTER_SIGNING = ['leaveRevision', 'revise', 'addendum', 'verify'] as const

interface ActionButtonProps extends ButtonProps {
  action: ReportAction
  grounds: ActionGrounds
  busy: ReportAction | undefined
  onAction: (action: ReportAction) => void
}

const KEYS: Partial<Record<ReportAction, string>> = {
  draft: APP_KEYS.draft.shown.join('+'),
  sign: APP_KEYS.sign.shown.join('+'),
  signAndNext: APP_KEYS.signNext.shown.join('+'),
  next: APP_KEYS.signNext.shown.join('+'),
}

function ActionButton({ action, grounds, busy, onAction, ...look }: ActionButtonProps) {
  const refusal = refuseAction(action, grounds)
  const hint = refusal ?? KEYS[action]
  return (
    <Tooltip label={hint} disabled={hint === undefined}>
      <Button
        {...look}
        px="sm"
        // Not `disabled`: a disabled button gets no pointer events, so its tooltip would never be shown.
        data-disabled={refusal !== undefined || undefined}
        aria-disabled={refusal !== undefined}
        aria-description={refusal}
        loading={busy === action}
        // The action is checked again after the last words were read, so a person who types and then presses
        // immediately is not refused.
        onClick={() => onAction(action)}
      >
        {LABELS[action]}
      </Button>
    </Tooltip>
  )
}

const IN_MENU = ['readyForSign', 'signAndClose', 'signAndNext', 'skip', 'clear'] as const

function MoreActions({ grounds, onAction }: Pick<ActionBarProps, 'grounds' | 'onAction'>) {
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label={WORDS.more}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {IN_MENU.map((action) => {
          const refusal = refuseAction(action, grounds)
          return (
            <Menu.Item
              key={action}
              disabled={refusal !== undefined}
              title={refusal}
              color={action === 'clear' ? 'red.4' : undefined}
              onClick={() => onAction(action)}
            >
              {LABELS[action]}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
