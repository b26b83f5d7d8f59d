import { Alert, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { ReckonedLine } from '#src/parts/booking/draft/reckon.ts'
import { AmountInput } from '#src/parts/booking/prices/AmountInput.tsx'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import stacked from '#src/ui/stacked-table.module.css'
import { isChargeField } from './charge-problems.ts'
import classes from './payments.module.css'
import type { Charges } from './use-charges.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.services

export interface ServiceChargesProps {
  /** A ref for the whole table with its buttons, in which a refusal finds its field. */
  box: RefObject<HTMLDivElement | null>
  charges: Charges
  /** Saves, or asks for the reason first; errors are shown at the button. */
  onSave: () => Promise<void>
}

/** The price of each service; a total discount spreads over them in proportion (docs/visits.md#booking). */
export function ServiceCharges({ box, charges, onSave }: ServiceChargesProps) {
  return (
    <section aria-label={WORDS.title} ref={box}>
      <div className={classes.head}>
        <h3 className={classes.title}>{WORDS.title}</h3>
        <DiscountInputs charges={charges} />
      </div>
      <div className={stacked.wrap}>
        <Table verticalSpacing={4} className={`tabular ${stacked.table}`} aria-label={WORDS.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{WORDS.service}</Table.Th>
              <Table.Th ta="end" w={140}>
                {PAYMENT_WORDS.charges}
              </Table.Th>
              <Table.Th ta="end" w={140}>
                {PAYMENT_WORDS.discount}
              </Table.Th>
              <Table.Th ta="end" w={140}>
                {PAYMENT_WORDS.net}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {charges.reckoning.lines.map((line) => (
              <ChargeRow key={line.id} line={line} charges={charges} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {charges.isDirty && <SaveCharges charges={charges} onSave={onSave} />}
    </section>
  )
}

/** Shown for changed charges: the obstacles to saving, and the buttons. */
function SaveCharges({ charges, onSave }: Omit<ServiceChargesProps, 'box'>) {
  const { act, problems, refusal, undo, check, wasTried, sent } = charges
  const isWrong = problems.words.length > 0
  return (
    <Alert color="orange" mt="xs" role="status">
      <Group justify="space-between">
        <Stack gap={4} flex={1}>
          {!(isWrong && wasTried) && <span>{isWrong ? problems.words.join(' ') : WORDS.changed}</span>}
          <RefusalLine words={wasTried ? problems.words : []} />
          <RefusalNote act={act} isAtField={(name) => isChargeField(name, sent)} />
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={undo}>
            {WORDS.undo}
          </Button>
          <ReasonButton
            size="xs"
            loading={act.isBusy}
            reason={refusal}
            onClick={() => void (check() && act.run(onSave))}
          >
            {WORDS.save}
          </ReasonButton>
        </Group>
      </Group>
    </Alert>
  )
}

function DiscountInputs({ charges }: { charges: Charges }) {
  const { heads, draft, reckoning, isDiscountOpen, refusal, decimals, problems, wasTried } = charges
  const isClosed = refusal !== undefined || !isDiscountOpen
  const title = refusal ?? (isDiscountOpen ? undefined : WORDS.closed)
  return (
    <Group gap="xs" align="flex-start">
      <Select
        label={WORDS.head}
        placeholder={WORDS.none}
        size="xs"
        w={190}
        data={heads.map(({ id, label }) => ({ value: id, label }))}
        value={draft.headId}
        onChange={charges.chooseHead}
        disabled={refusal !== undefined}
        title={refusal}
        error={problems.head}
        clearable
      />
      <AmountInput
        label={WORDS.percent}
        size="xs"
        w={100}
        value={reckoning.percentText}
        decimals={2}
        disabled={isClosed}
        title={title}
        error={wasTried && problems.percent}
        onChange={(typed) => charges.setWhole('percent', typed)}
      />
      <AmountInput
        label={WORDS.amount}
        size="xs"
        w={130}
        value={reckoning.amountText}
        decimals={decimals}
        disabled={isClosed}
        title={title}
        error={wasTried ? problems.amount : reckoning.isDiscountWrong}
        onChange={(typed) => charges.setWhole('amount', typed)}
      />
    </Group>
  )
}

function ChargeRow({ line, charges }: { line: ReckonedLine; charges: Charges }) {
  const format = useMoneyFormat()
  const { decimals, refusal, isDiscountOpen, problems, wasTried } = charges
  const drafted = charges.draft.lines.find(({ id }) => id === line.id)
  if (!drafted) return null
  const isOut = drafted.status !== undefined && !isLiveService(drafted.status)
  return (
    <Table.Tr opacity={isOut ? 0.6 : 1}>
      <Table.Td>
        {drafted.name}
        <Text size="xs" c="dimmed">
          {isOut ? WORDS.cancelled : drafted.code}
        </Text>
      </Table.Td>
      <Table.Td data-label={PAYMENT_WORDS.charges}>
        <AmountInput
          aria-label={WORDS.of(PAYMENT_WORDS.charges, drafted.name)}
          size="xs"
          value={line.chargesText}
          decimals={decimals}
          disabled={isOut || refusal !== undefined}
          title={refusal}
          error={wasTried ? problems.charges.get(line.id) : line.problem === 'charges'}
          onChange={(typed) => charges.setCharges(line.id, typed)}
        />
      </Table.Td>
      <Table.Td data-label={PAYMENT_WORDS.discount}>
        <AmountInput
          aria-label={WORDS.of(PAYMENT_WORDS.discount, drafted.name)}
          size="xs"
          value={line.discountText}
          decimals={decimals}
          disabled={isOut || refusal !== undefined || !isDiscountOpen}
          title={refusal ?? (isDiscountOpen ? undefined : WORDS.closed)}
          error={wasTried ? problems.discount.get(line.id) : line.problem === 'discount'}
          onChange={(typed) => charges.setLineDiscount(line.id, typed)}
        />
      </Table.Td>
      <Table.Td ta="end" data-label={PAYMENT_WORDS.net}>
        {isOut ? '–' : formatMoney(fromMinor(line.net, decimals), format)}
      </Table.Td>
    </Table.Tr>
  )
}
