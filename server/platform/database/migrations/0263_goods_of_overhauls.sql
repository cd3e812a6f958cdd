-- What a good is, how many of it one machine takes, and what an overhaul uses up.
ALTER TABLE "good" ADD COLUMN "part" text;
ALTER TABLE "good" ADD COLUMN "per_machine" real;
ALTER TABLE "good" ADD CONSTRAINT "good_per_machine" CHECK ("per_machine" > 0);
ALTER TABLE "overhaul_item" ADD COLUMN "machine_kind" text;
ALTER TABLE "overhaul_item" ADD COLUMN "parts" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "overhaul_item" ADD COLUMN "parts_per" text DEFAULT 'machine' NOT NULL;
ALTER TABLE "overhaul_item" ADD CONSTRAINT "overhaul_item_parts" CHECK ("parts" = '{}' OR "machine_kind" IS NOT NULL);

UPDATE "overhaul_item" SET "machine_kind" = m.kind FROM (VALUES
	('Fan', 'fan'),
	('Side inlet', 'inlet'),
	('Tunnel door', 'tunnelDoor'),
	('Cooling pad', 'pad'),
	('Heater', 'heater'),
	('Feed line', 'feedLine'),
	('Chain feeder', 'chainFeeder'),
	('Travelling hopper', 'feedCart'),
	('Pan / trough', 'pan'),
	('Feed scale', 'feedScale'),
	('Feed silo', 'silo'),
	('Water line', 'waterLine'),
	('Water meter', 'waterMeter'),
	('Dosing pump', 'doser'),
	('Manure belt', 'manureBelt'),
	('Scraper', 'scraper'),
	('Egg belt', 'eggBelt'),
	('Egg elevator', 'eggElevator'),
	('Cage', 'cage'),
	('Temperature sensor', 'temperatureSensor'),
	('Humidity sensor', 'humiditySensor'),
	('NH3 / CO2 sensor', 'gasSensor'),
	('Pressure sensor', 'pressureSensor'),
	('Bird scale', 'birdScale'),
	('Controller', 'controller'),
	('Alarm', 'alarm'),
	('Generator', 'generator'),
	('Electrical panel', 'panel'),
	('Lights', 'light'),
	('Curtain', 'curtain'),
	('Camera', 'camera')
) m(equipment, kind) WHERE "english_equipment" = m.equipment;
UPDATE "overhaul_item" SET "parts" = p.parts, "parts_per" = p.per FROM (VALUES
	('fan.belt.replace', 'machine', '{belt}'::text[]),
	('fan.bearing', 'worn', '{grease}'::text[]),
	('inlet.cable', 'worn', '{grease}'::text[]),
	('pad.clean', 'worn', '{cleaner}'::text[]),
	('pad.replace', 'machine', '{padSheet}'::text[]),
	('feed.chain', 'worn', '{grease}'::text[]),
	('water.clean', 'worn', '{cleaner}'::text[]),
	('water.filter', 'worn', '{filter}'::text[]),
	('manure.drive', 'worn', '{oil}'::text[]),
	('manure.oil', 'machine', '{oil}'::text[]),
	('egg.elevator', 'worn', '{grease}'::text[]),
	('sensor.rh', 'worn', '{filter}'::text[]),
	('sensor.gas', 'worn', '{calibration}'::text[]),
	('generator.service', 'machine', '{oil,filter,belt}'::text[]),
	('light.clean', 'worn', '{lamp}'::text[])
) p(key, per, parts) WHERE "overhaul_item"."key" = p.key AND "machine_kind" IS NOT NULL;

-- Goods say what they are by their names, as well as a word can tell; staff correct the others.
UPDATE "good" SET "part" = k.part FROM (
	SELECT DISTINCT ON (g.id) g.id, w.part FROM "good" g JOIN (VALUES
		(1, 'filter', '\m(filter|strainer)s?\M'),
		(2, 'belt', '\mbelts?\M(?!.*(tension|scraper|drive))'),
		(3, 'bearing', '\m(bearings?|pillow block)\M'),
		(4, 'motor', '\mmotors?\M'),
		(5, 'padSheet', '\mcooling pads?\M'),
		(6, 'pump', '\mpad pumps?\M'),
		(7, 'nozzle', '\mnozzles?\M'),
		(8, 'nipple', '\mnipples?\M'),
		(9, 'auger', '\maugers?\M'),
		(10, 'chain', '\mchains?\M'),
		(11, 'lamp', '\mlamps?\M'),
		(12, 'battery', '\mbatter(y|ies)\M'),
		(13, 'grease', '\mgrease\M'),
		(14, 'oil', '\moil\M')
	) w(rank, part, word) ON g.english_name ~* w.word
	ORDER BY g.id, w.rank
) k WHERE "good".id = k.id AND "good"."part" IS NULL;
