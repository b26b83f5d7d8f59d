import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/masters/engine/field.ts'
import { ChargeMapWidget } from './ChargeMapWidget.tsx'
import { ActiveWidget, ChoiceWidget, ColourWidget, FlagWidget, ModalitiesWidget } from './choice-widgets.tsx'
import { FilePicker } from './FilePicker.tsx'
import type { AnyFieldProps, FieldProps } from './field-props.ts'
import { IntWidget, MoneyWidget, PercentWidget, PointsWidget, PortWidget } from './number-widgets.tsx'
import { RichTextWidget } from './RichTextWidget.tsx'
import { ReferencesWidget, ReferenceWidget } from './reference-widgets.tsx'
import { SecretWidget } from './SecretWidget.tsx'
import {
  CodeWidget,
  DayWidget,
  DigitsWidget,
  EmailWidget,
  PhoneWidget,
  TextWidget,
  TimeWidget,
  UrlWidget,
} from './text-widgets.tsx'

/** One widget per kind; a new kind does not compile until it has one. */
export const FIELD_WIDGETS: { [K in FieldKind]: ComponentType<FieldProps<K>> } = {
  text: TextWidget,
  code: CodeWidget,
  digits: DigitsWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  url: UrlWidget,
  port: PortWidget,
  int: IntWidget,
  percent: PercentWidget,
  points: PointsWidget,
  money: MoneyWidget,
  choice: ChoiceWidget,
  flag: FlagWidget,
  active: ActiveWidget,
  richText: RichTextWidget,
  colour: ColourWidget,
  time: TimeWidget,
  day: DayWidget,
  modalities: ModalitiesWidget,
  reference: ReferenceWidget,
  references: ReferencesWidget,
  chargeMap: ChargeMapWidget,
  file: FileWidget,
  secret: SecretWidget,
}

export type FieldWidgetProps = AnyFieldProps

/** The widget of a field's kind. `data-field` lets the form find the first wrong one. */
export function FieldWidget(props: FieldWidgetProps) {
  // The kind picks the widget, which TypeScript cannot follow from the field to the table.
  const Widget = FIELD_WIDGETS[props.field.kind] as ComponentType<FieldWidgetProps>
  return (
    <div data-field={props.name} data-wrong={props.error !== undefined || undefined}>
      <Widget {...props} />
    </div>
  )
}

function FileWidget({ field, value, onChange, error, disabled, owner }: FieldProps<'file'>) {
  return (
    <FilePicker
      label={field.label}
      use={field.use}
      purpose={field.purpose}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={onChange}
      owner={owner}
      hint={field.hint}
      error={error}
      disabled={disabled}
      required={field.required}
    />
  )
}
