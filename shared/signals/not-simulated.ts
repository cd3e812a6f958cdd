/**
 * Settings that a simulated controller stores and reports but does not act on, by their patterns in the signal model; what
 * they would change is finer than the model (the order and the seconds in which fans start, burners without steps) or
 * not built into its houses.
 */
export const notSimulated: readonly string[] = [
  'Settings/Vent/L{01..18}/VarSpeed1',
  'Settings/Vent/L{01..18}/VarSpeed2',
  'Settings/Vent/StaggerDelay',
  'Settings/Vent/FanRotation',
  'Settings/Vent/MinPerKg',
  'Settings/Heat/Z{1..6}/MinOn',
  'Settings/Heat/Z{1..6}/MinOff',
  'Settings/Sensor/Lux/Enabled',
  'Settings/Sensor/Lux/Correction',
  'Settings/IO/AI{1..16}/Function',
  'Settings/IO/AI{1..16}/Min',
  'Settings/IO/AI{1..16}/Max',
  'Settings/IO/DI{1..16}/PulseFactor',
]
