-- Goods and articles are found by other words for the same thing, by plurals and by sound.

-- What the provider says means the same; kept by hand, so it is bounded and read in full by every search.
CREATE TABLE "search_synonym" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"chinese_words" text DEFAULT '' NOT NULL,
	"english_words" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonym_words" CHECK ("search_synonym"."chinese_words" <> '' or "search_synonym"."english_words" <> '')
);
ALTER TABLE "search_synonym" ADD CONSTRAINT "search_synonym_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "search_synonym_scope" ON "search_synonym" USING btree ("office_path");

-- Its words one by one, as they are compared; written by the database.
CREATE TABLE "search_term" (
	"term" text COLLATE "C" NOT NULL,
	"synonym_id" text NOT NULL,
	CONSTRAINT "search_term_term_synonym_id_pk" PRIMARY KEY("term","synonym_id")
);
ALTER TABLE "search_term" ADD CONSTRAINT "search_term_synonym_id_search_synonym_id_fk" FOREIGN KEY ("synonym_id") REFERENCES "public"."search_synonym"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "search_term_of" ON "search_term" USING btree ("synonym_id");

-- What buyers typed and nothing was found for.
CREATE TABLE "search_miss" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"words" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_miss_words" UNIQUE("words")
);
ALTER TABLE "search_miss" ADD CONSTRAINT "search_miss_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "search_miss_list" ON "search_miss" USING btree ("office_path","times","last_at");

-- The usual reading of each sign, and how the Chinese names of goods on the shelf sound: `~fjpd~ feng ji pi dai `.
CREATE TABLE "sign_sound" ("sign" text COLLATE "C" PRIMARY KEY NOT NULL, "sound" text NOT NULL);
CREATE TABLE "good_sound" (
	"sound" text COLLATE "C" NOT NULL,
	"good_id" text NOT NULL,
	CONSTRAINT "good_sound_sound_good_id_pk" PRIMARY KEY("sound","good_id")
);
CREATE INDEX "good_sound_like" ON "good_sound" USING gin ("sound" gin_trgm_ops);
CREATE INDEX "good_sound_of" ON "good_sound" USING btree ("good_id");

-- An English noun without the ending of its plural.
CREATE FUNCTION english_stem(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN word !~ '^[a-z]{4,}$' THEN word
		WHEN word ~ '[^aeiou]ies$' THEN left(word, -3) || 'y'
		WHEN word ~ '(ss|sh|ch|x|z)es$' THEN left(word, -2)
		WHEN word ~ '[^sui]s$' THEN left(word, -1)
		ELSE word END
$$;

-- A text as other words are looked for in it: its parts, words without their endings, each with a space on either side.
CREATE FUNCTION search_form(said text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT ' ' || string_agg(CASE kind WHEN 'word' THEN english_stem(part) ELSE part END, ' ' ORDER BY place) || ' ' FROM search_parts(said)
$$;

-- A term between the spaces that it needs: a word is not part of a longer one, Chinese is.
CREATE FUNCTION search_pattern(term text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN term ~ '^[\u3400-\u4dbf\u4e00-\u9fff]' THEN '' ELSE ' ' END || term
		|| CASE WHEN term ~ '[\u3400-\u4dbf\u4e00-\u9fff]$' THEN '' ELSE ' ' END
$$;

CREATE FUNCTION note_search_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	DELETE FROM search_term WHERE synonym_id = NEW.id;
	INSERT INTO search_term SELECT DISTINCT search_pattern(btrim(form)), NEW.id
		FROM regexp_split_to_table(NEW.chinese_words || E'\n' || NEW.english_words, '[、，,;；/\n]+') w, search_form(w) form
		WHERE btrim(form) <> '';
	RETURN NULL;
END $$;
CREATE TRIGGER search_terms AFTER INSERT OR UPDATE ON "search_synonym" FOR EACH ROW EXECUTE FUNCTION note_search_terms();

-- What was typed in other words: for each group of synonyms, the longest of its words that is in the text is replaced by each of the
-- others, a dozen in all.
CREATE FUNCTION search_variants(typed text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 5 SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	form text := search_form(typed);
	variants text[] := ARRAY[form];
	longest record;
BEGIN
	IF form IS NULL THEN RETURN; END IF;
	FOR longest IN SELECT * FROM (SELECT DISTINCT ON (synonym_id) synonym_id, term FROM search_term
			WHERE position(term IN form) > 0 ORDER BY synonym_id, length(term) DESC, term) one
			ORDER BY length(term) DESC, synonym_id LOOP
		variants := variants || ARRAY(SELECT replace(v, longest.term, t.term) FROM unnest(variants) v
			JOIN search_term t ON t.synonym_id = longest.synonym_id AND t.term <> longest.term
			WHERE position(longest.term IN v) > 0 ORDER BY v <> form, t.term LIMIT 12);
		EXIT WHEN cardinality(variants) >= 12;
	END LOOP;
	RETURN QUERY SELECT v FROM unnest(variants[2:12]) v GROUP BY v HAVING v <> form;
END $$;

-- The same for articles: all of one variant's words.
CREATE FUNCTION other_words_query(typed text) RETURNS tsquery
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT coalesce(string_agg('(' || asked || ')', ' | '), '')::tsquery FROM (
		SELECT (SELECT string_agg(CASE WHEN p.kind <> 'chinese' THEN quote_literal(p.part) || ':*' ELSE (
				SELECT string_agg(quote_literal(w), ' & ') FROM chinese_words(p.part) w WHERE length(w) = least(length(p.part), 2)) END, ' & ')
			FROM search_parts(v) p) AS asked
		FROM (SELECT search_form(typed) UNION SELECT search_variants(typed)) variants (v)
	) each WHERE asked IS NOT NULL
$$;

-- How signs sound, ` shi lian `; null if one of them is unknown.
CREATE FUNCTION sounds_of(signs text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT CASE WHEN bool_and(s.sound IS NOT NULL) THEN ' ' || string_agg(s.sound, ' ' ORDER BY place) || ' ' END
		FROM regexp_split_to_table(signs, '') WITH ORDINALITY t (sign, place) LEFT JOIN sign_sound s USING (sign)
$$;

-- All that a good's names sound like.
CREATE FUNCTION good_sounds(said text) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT DISTINCT '~' || (SELECT string_agg(left(one, 1), '' ORDER BY at) FROM regexp_split_to_table(btrim(sounds), ' ') WITH ORDINALITY t (one, at)) || '~' || sounds
		FROM search_parts(said) p, sounds_of(p.part) sounds WHERE p.kind = 'chinese' AND sounds IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION search_words(said text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	WITH parts AS (SELECT * FROM search_parts(said))
	SELECT part FROM parts WHERE kind <> 'chinese'
	UNION SELECT english_stem(part) FROM parts WHERE kind = 'word'
	UNION SELECT a.part || b.part FROM parts a JOIN parts b ON b.place = a.place + 1 WHERE a.kind = 'word' AND b.kind = 'word'
	UNION SELECT word FROM parts, chinese_words(part) word WHERE kind = 'chinese'
$$;

CREATE OR REPLACE FUNCTION note_good_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE words text[];
BEGIN
	IF TG_OP <> 'INSERT' THEN
		DELETE FROM good_has_word WHERE word = ANY (ARRAY(SELECT search_words(OLD.sought))) AND good_id = OLD.id;
		DELETE FROM good_sound WHERE good_id = OLD.id;
	END IF;
	IF TG_OP = 'DELETE' OR NEW.status <> 'released' THEN RETURN NULL; END IF;
	words := ARRAY(SELECT search_words(NEW.sought));
	-- In one order, so that two who store goods at once wait for each other and not in a circle.
	INSERT INTO good_word SELECT w FROM unnest(words) w WHERE NOT EXISTS (SELECT FROM good_word k WHERE k.word = w)
		ORDER BY w COLLATE "C" ON CONFLICT DO NOTHING;
	INSERT INTO good_has_word SELECT w, NEW.id FROM unnest(words) w ON CONFLICT DO NOTHING;
	INSERT INTO good_sound SELECT s, NEW.id FROM good_sounds(NEW.chinese_name) s ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

DROP FUNCTION goods_with(text, text, text[]);
-- Which goods have a part, among some or (null) among all: those that have it as it is written or without the ending of a plural;
-- unless `strictly`, else those where it has one mistake, else those with a word like it. Of a longer piece of Chinese every third sign
-- may be another one, and its signs may stand in another order. Nearest is 1. Goods are compared as `good_id || ''`, so that the words
-- say where to look: there are fewer.
CREATE FUNCTION goods_with(part text, kind text, among text[], strictly boolean) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
DECLARE
	signs text[];
	pairs text[];
	words text[];
	stem text := english_stem(part);
BEGIN
	IF kind = 'chinese' THEN
		SELECT array_agg(w) FILTER (WHERE length(w) = 1), coalesce(array_agg(w) FILTER (WHERE length(w) = 2), '{}')
			INTO signs, pairs FROM chinese_words(part) w;
		words := CASE WHEN pairs = '{}' THEN signs ELSE pairs END;
		RETURN QUERY SELECT h.good_id, 1::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among))
			GROUP BY h.good_id HAVING count(*) = cardinality(words);
		IF FOUND OR strictly OR cardinality(signs) < 3 THEN RETURN; END IF;
		words := signs || pairs;
		RETURN QUERY SELECT h.good_id, (count(*)::real / cardinality(words))::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among)) GROUP BY h.good_id
			HAVING count(*) FILTER (WHERE length(h.word) = 1) >= cardinality(signs) - cardinality(signs) / 3;
		RETURN;
	END IF;
	FOR mistakes IN 0..CASE WHEN strictly THEN 0 ELSE 2 END LOOP
		-- No sign of LIKE is in a part. One letter is a word of its own, two are found where a word begins. What has the stem in it has
		-- the whole part too.
		words := CASE mistakes
			WHEN 0 THEN ARRAY(SELECT word FROM good_word WHERE word LIKE
				CASE length(part) WHEN 1 THEN part WHEN 2 THEN part || '%' ELSE '%' || stem || '%' END)
			WHEN 1 THEN ARRAY(SELECT word FROM good_word
				WHERE word BETWEEN left(part, 1) AND left(part, 1) || E'\uffff' AND word LIKE ANY (one_mistake(part)))
			ELSE ARRAY(SELECT word FROM good_word WHERE word % part) END;
		-- A stem that ends in another letter is not in the part.
		IF mistakes = 0 AND NOT starts_with(part, stem) THEN
			words := words || ARRAY(SELECT word FROM good_word WHERE word LIKE '%' || part || '%');
		END IF;
		RETURN QUERY SELECT h.good_id, max(CASE WHEN mistakes = 1 THEN 0.6 WHEN mistakes = 2 THEN 0.6 * similarity(h.word, part)
				WHEN h.word = part THEN 1 WHEN h.word = stem THEN 0.95 WHEN starts_with(h.word, part) THEN 0.9 ELSE 0.8 END)::real
			FROM good_has_word h WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among))
			GROUP BY h.good_id;
		-- A number with a mistake is another number, and a short word another word.
		IF FOUND OR kind = 'number' OR length(part) < mistakes + 3 THEN RETURN; END IF;
	END LOOP;
END $$;

-- Goods whose Chinese names sound like a part: signs that sound the same, or what is typed of them in pinyin, whole or by first letters.
CREATE FUNCTION goods_sounding(part text, kind text, among text[]) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
	signs text := CASE WHEN kind = 'chinese' THEN sounds_of(part) END;
	-- It begins where a syllable does.
	spelt text := ' ' || regexp_replace(part, '(.)', '\1 ?', 'g');
BEGIN
	IF kind = 'chinese' THEN
		RETURN QUERY SELECT s.good_id, 0.7::real FROM good_sound s
			WHERE length(part) > 1 AND s.sound LIKE '%' || signs || '%' AND (among IS NULL OR s.good_id || '' = ANY (among)) GROUP BY 1;
	ELSIF kind = 'word' AND part ~ '^[a-z]{2,}$' THEN
		RETURN QUERY SELECT s.good_id, max(CASE WHEN starts_with(s.sound, '~' || part) THEN 0.7 ELSE 0.5 END)::real FROM good_sound s
			WHERE (s.sound LIKE '~%' || part || '%~%' OR length(part) > 3 AND s.sound ~ spelt)
				AND (among IS NULL OR s.good_id || '' = ANY (among)) GROUP BY 1;
	ELSE
		RETURN QUERY SELECT * FROM goods_with(part, kind, among, true);
	END IF;
END $$;

-- The goods that have all parts of a text, found in one of three ways: 'strictly', by 'sound', or with 'mistakes'.
CREATE FUNCTION goods_with_all(said text, way text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
DECLARE
	asked record;
	ids text[];
	nears real[];
BEGIN
	-- Long ones first: fewest goods have them, and the others are looked for among those.
	FOR asked IN SELECT p.part, p.kind FROM search_parts(said) p GROUP BY 1, 2 ORDER BY length(p.part) DESC, p.part LOOP
		IF way = 'sound' THEN
			SELECT array_agg(g.good_id), array_agg(g.nearness + coalesce(n.nearness, 0)) INTO ids, nears
				FROM goods_sounding(asked.part, asked.kind, ids) g LEFT JOIN unnest(ids, nears) n (good_id, nearness) USING (good_id);
		ELSE
			SELECT array_agg(g.good_id), array_agg(g.nearness + coalesce(n.nearness, 0)) INTO ids, nears
				FROM goods_with(asked.part, asked.kind, ids, way = 'strictly') g LEFT JOIN unnest(ids, nears) n (good_id, nearness) USING (good_id);
		END IF;
		IF ids IS NULL THEN RETURN; END IF;
	END LOOP;
	RETURN QUERY SELECT * FROM unnest(ids, nears);
END $$;

-- Ids of the goods on the shelf that have all parts of what is typed, or of other words for it, and how near each is: as it is written,
-- else by its sound, else with mistakes. They say nothing by themselves: who asks joins them to the goods it may see.
CREATE OR REPLACE FUNCTION goods_found(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	variants text[] := ARRAY(SELECT search_variants(typed));
	variant text;
BEGIN
	RETURN QUERY SELECT f.good_id, max(f.nearness - v.less)::real
		FROM (SELECT typed, 0 UNION ALL SELECT v, 0.3 FROM unnest(variants) v) v (said, less), goods_with_all(v.said, 'strictly') f GROUP BY 1;
	IF FOUND THEN RETURN; END IF;
	-- Pinyin is written with and without spaces.
	RETURN QUERY SELECT * FROM goods_with_all(regexp_replace(normalize(typed, NFKC), '([a-zA-Z])\s+(?=[a-zA-Z])', '\1', 'g'), 'sound');
	IF FOUND THEN RETURN; END IF;
	FOREACH variant IN ARRAY typed || variants LOOP
		RETURN QUERY SELECT * FROM goods_with_all(variant, 'mistakes');
		IF FOUND THEN RETURN; END IF;
	END LOOP;
END $$;

-- Where nothing has all of it: the goods that have most of its words, or of its signs.
CREATE FUNCTION goods_near(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT f.good_id, sum(f.nearness)::real
		FROM (SELECT DISTINCT p.part, p.kind FROM (SELECT typed UNION SELECT search_variants(typed)) v (said), search_parts(v.said) p) asked,
			goods_with(asked.part, asked.kind, NULL, false) f GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200;
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT h.good_id, count(*)::real FROM good_has_word h
		WHERE h.word = ANY (ARRAY(SELECT w FROM search_parts(typed) p, chinese_words(p.part) w WHERE p.kind = 'chinese'))
		GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200;
END $$;

REVOKE EXECUTE ON FUNCTION goods_found, goods_near, goods_with, goods_with_all, goods_sounding, search_variants, other_words_query, sounds_of,
	good_sounds, note_search_terms FROM PUBLIC;
GRANT EXECUTE ON FUNCTION goods_found, goods_near, other_words_query TO smart_farm_app;

-- The signs of GB 2312, each with its usual reading (from the dictionary of pinyin-pro 3.29, MIT); ü is written v.
INSERT INTO sign_sound SELECT sign, sound FROM (VALUES
	('a', '啊阿吖嗄锕'),
	('ai', '埃挨哎唉哀皑癌蔼矮艾碍爱隘捱嗳嗌嫒瑷暧砹锿霭'),
	('an', '鞍氨安俺按暗岸胺案谙埯揞犴庵桉铵鹌黯'),
	('ang', '肮昂盎'),
	('ao', '凹敖熬翱袄傲奥懊澳嚣坳艹拗嗷岙廒遨媪骜獒聱螯鏊鳌鏖'),
	('ba', '芭捌扒叭吧笆八疤巴拔跋靶把坝霸罢爸茇菝岜灞钯粑鲅魃'),
	('bai', '白柏百摆佰败拜稗捭呗掰'),
	('ban', '斑班搬扳般颁板版扮拌伴瓣半办绊阪坂钣瘢癍舨'),
	('bang', '邦帮梆榜膀绑棒磅蚌镑傍谤蒡浜'),
	('bao', '苞胞包褒剥薄雹保堡饱宝抱报暴豹鲍爆勹葆孢煲鸨褓龅'),
	('bei', '杯碑悲卑北辈背贝钡倍狈备惫焙被孛陂邶蓓悖碚鹎褙鐾鞴'),
	('ben', '奔苯本笨畚坌贲锛'),
	('beng', '崩绷甭泵蹦迸嘣甏'),
	('bi', '逼鼻比鄙笔彼碧蓖蔽毕毙毖币庇痹闭敝弊必壁臂避陛匕俾荜荸萆薜吡哔狴庳愎滗濞弼妣婢嬖璧畀铋秕裨筚箅篦舭襞跸髀'),
	('bian', '鞭边编贬扁便变卞辨辩辫遍匾弁苄忭汴缏煸砭碥窆褊蝙笾鳊'),
	('biao', '标彪膘表婊飑飙飚镖镳瘭裱鳔髟'),
	('bie', '鳖憋别瘪蹩'),
	('bin', '彬斌濒滨宾摈傧豳缤玢槟殡膑镔髌鬓'),
	('bing', '兵冰柄丙秉饼炳病并禀冫邴摒'),
	('bo', '玻菠播拨钵波博勃搏铂箔伯帛舶脖膊渤泊驳簿亳啵饽檗擘礴钹鹁簸趵跛踣'),
	('bu', '捕卜哺补埠不布步部怖卟逋瓿晡钚钸醭'),
	('ca', '擦礤'),
	('cai', '猜裁材才财睬踩采彩菜蔡'),
	('can', '餐参蚕残惭惨灿骖璨粲黪'),
	('cang', '苍舱仓沧藏'),
	('cao', '操糙槽曹草嘈漕螬艚'),
	('ce', '厕策侧册测恻'),
	('cen', '岑涔'),
	('ceng', '层蹭曾噌'),
	('cha', '插叉茬茶查碴搽察岔差诧刹嚓猹馇汊姹杈槎檫锸镲衩'),
	('chai', '拆柴豺侪钗瘥虿'),
	('chan', '搀掺蝉馋谗缠铲产阐颤冁谄蒇廛忏潺澶孱羼婵骣觇禅蟾躔'),
	('chang', '昌猖场尝常长偿肠厂敞畅唱倡伥鬯苌菖徜怅惝阊娼嫦昶氅鲳'),
	('chao', '超抄钞朝嘲潮巢吵炒怊晁焯耖'),
	('che', '车扯撤掣彻澈坼屮砗'),
	('chen', '郴臣辰尘晨忱沉陈趁衬伧谌谶抻嗔宸琛榇碜龀'),
	('cheng', '撑称城橙成呈乘程惩澄诚承逞骋秤丞埕枨柽樘塍瞠铖裎蛏酲'),
	('chi', '吃痴持匙池迟弛驰耻齿侈尺赤翅斥炽傺郗墀茌叱哧啻嗤彳饬媸敕眵鸱瘛褫蚩螭笞篪豉踟魑'),
	('chong', '充冲虫崇宠茺忡憧铳舂艟'),
	('chou', '抽酬畴踌稠愁筹仇绸瞅丑臭俦帱惆瘳雠'),
	('chu', '初出橱厨躇锄雏滁除楚础储矗搐触处畜亍刍怵憷绌杵楮樗褚蜍蹰黜'),
	('chuai', '揣搋膪踹'),
	('chuan', '川穿椽传船喘串舛遄巛氚钏舡'),
	('chuang', '疮窗床闯创怆'),
	('chui', '吹炊捶锤垂陲棰槌'),
	('chun', '春椿醇唇淳纯蠢莼鹑蝽'),
	('chuo', '戳绰啜辶辍踔龊'),
	('ci', '疵茨磁雌辞慈瓷词此刺赐次呲祠鹚糍'),
	('cong', '聪葱囱匆从丛苁淙骢琮璁枞'),
	('cou', '凑楱辏腠'),
	('cu', '粗醋簇促蔟徂猝殂酢蹙蹴'),
	('cuan', '蹿篡窜汆撺爨镩'),
	('cui', '摧崔催脆瘁粹淬翠萃啐悴璀榱毳'),
	('cun', '村存寸忖皴'),
	('cuo', '磋撮搓措挫错厝嵯脞锉矬痤鹾蹉'),
	('da', '搭达答瘩打大耷哒嗒怛妲褡笪靼鞑'),
	('dai', '呆歹傣戴带殆代贷袋待逮怠埭甙呔岱迨骀绐玳黛'),
	('dan', '耽担丹单郸掸胆旦氮但惮淡诞蛋儋萏啖澹殚赕眈疸瘅聃箪'),
	('dang', '当挡党荡档谠凼菪宕砀铛裆'),
	('dao', '刀捣蹈倒岛祷导到稻悼道盗刂叨忉氘纛'),
	('de', '德得的锝'),
	('deng', '蹬灯登等瞪凳邓噔嶝戥磴镫簦'),
	('di', '堤低滴迪敌笛狄涤嫡抵底地蒂第帝弟递缔氐籴诋谛邸坻荻嘀娣柢棣觌砥碲睇镝羝骶'),
	('dia', '嗲'),
	('dian', '颠掂滇碘点典靛垫电佃甸店惦奠淀殿坫巅玷钿癜癫簟踮'),
	('diao', '碉叼雕凋刁掉吊钓铞貂鲷'),
	('die', '跌爹碟蝶迭谍叠垤堞揲喋牒瓞耋蹀鲽'),
	('ding', '丁盯叮钉顶鼎锭定订仃啶玎腚碇疔耵酊'),
	('diu', '丢铥'),
	('dong', '东冬董懂动栋侗恫冻洞垌咚岽峒氡胨胴硐鸫'),
	('dou', '兜抖斗陡豆逗痘都蔸窦蚪篼'),
	('du', '督毒犊独读堵睹赌杜镀肚度渡妒芏嘟渎椟牍蠹笃髑黩'),
	('duan', '端短锻段断缎椴煅簖'),
	('dui', '堆兑队对怼憝碓'),
	('dun', '墩吨蹲敦顿钝盾遁沌炖砘礅盹镦趸'),
	('duo', '掇哆多夺垛躲朵跺舵剁惰堕咄哚沲缍铎裰踱'),
	('e', '蛾峨鹅俄额讹娥恶厄扼遏鄂饿噩谔垩苊莪萼呃愕阏屙婀轭腭锇锷鹗颚鳄'),
	('ei', '诶'),
	('en', '恩蒽摁'),
	('er', '而儿耳尔饵洱二贰佴迩珥铒鸸鲕'),
	('fa', '发罚筏伐乏阀法珐垡砝'),
	('fan', '藩帆番翻樊矾钒繁凡烦反返范贩犯饭泛蕃蘩幡梵燔畈蹯'),
	('fang', '坊芳方肪房防妨仿访纺放匚邡枋钫舫鲂'),
	('fei', '菲非啡飞肥匪诽吠肺废沸费芾狒悱淝妃绯榧腓斐扉镄痱蜚篚翡霏鲱'),
	('fen', '芬酚吩氛分纷坟焚汾粉奋份忿愤粪偾瀵棼鲼鼢'),
	('feng', '丰封枫蜂峰锋风疯烽逢冯缝讽奉凤俸酆葑唪沣砜'),
	('fo', '佛'),
	('fou', '否缶'),
	('fu', '夫敷肤孵扶拂辐幅氟符伏俘服浮涪福袱弗甫抚辅俯釜斧腑府腐赴副覆赋复傅付阜父腹负富讣附妇缚咐匐凫阝郛芙苻茯菔拊呋呒幞怫滏艴孚驸绂绋桴赙祓砩黻黼罘稃馥蚨蜉蝠蝮麸趺跗鲋鳆'),
	('ga', '噶嘎尬尕尜旮钆'),
	('gai', '该改概钙盖溉丐陔垓戤赅胲'),
	('gan', '干甘杆柑竿肝赶感秆敢赣坩苷尴擀泔淦澉绀橄旰矸疳酐'),
	('gang', '冈刚钢缸肛纲岗港杠戆罡筻'),
	('gao', '篙皋高膏羔糕搞稿告睾诰郜藁缟槔槁杲锆'),
	('ge', '哥歌搁戈鸽胳疙割革葛格阁隔铬个各咯鬲哿圪塥嗝搿膈硌镉袼虼舸骼'),
	('gei', '给'),
	('gen', '根跟亘茛哏艮'),
	('geng', '耕更庚羹埂耿梗哽赓绠鲠'),
	('gong', '工攻功恭龚供躬公宫弓巩汞拱贡共廾珙肱蚣觥'),
	('gou', '钩勾沟苟狗垢构购够佝诟岣遘媾缑枸觏彀笱篝鞲'),
	('gu', '辜菇咕箍估沽孤姑鼓古蛊骨谷股故顾固雇嘏诂菰崮汩梏轱牯牿臌毂瞽罟钴锢鸪痼蛄酤觚鲴'),
	('gua', '刮瓜剐寡挂褂卦诖呱栝胍鸹'),
	('guai', '乖拐怪'),
	('guan', '棺关官冠观管馆罐惯灌贯倌掼涫盥鹳鳏'),
	('guang', '光广逛咣犷桄胱'),
	('gui', '瑰规圭硅归龟闺轨鬼诡癸桂柜跪贵刽匦刿庋宄妫桧晷皈簋鲑'),
	('gun', '辊滚棍丨衮绲磙鲧'),
	('guo', '锅郭国果裹过馘埚掴呙帼崞猓椁虢聒蜾蝈'),
	('ha', '蛤哈铪'),
	('hai', '骸孩海氦亥害骇还咳醢'),
	('han', '酣憨邯韩含涵寒函喊罕翰撼捍旱憾悍焊汗汉邗菡撖瀚晗焓顸颔蚶鼾'),
	('hang', '夯杭航沆绗颃'),
	('hao', '镐壕嚎豪毫郝好耗号浩蒿薅嗥嚆濠灏昊皓颢蚝'),
	('he', '呵喝荷菏核禾和何合盒阂河涸赫褐鹤贺诃劾壑嗬阖纥曷盍颌翮'),
	('hei', '嘿黑嗨'),
	('hen', '痕很狠恨'),
	('heng', '哼亨横衡恒蘅珩桁'),
	('hong', '轰哄烘虹鸿洪宏弘红黉訇讧荭蕻薨闳泓'),
	('hou', '喉侯猴吼厚候后堠後逅瘊篌糇鲎骺'),
	('hu', '呼乎忽瑚壶葫胡蝴狐糊湖弧虎唬护互沪户冱唿囫岵猢怙惚浒滹琥槲轷觳烀煳戽扈祜瓠鹄鹕鹱虍笏醐斛鹘'),
	('hua', '花哗华猾滑画划化话骅桦砉铧'),
	('huai', '槐徊怀淮坏踝'),
	('huan', '欢环桓缓换患唤痪豢焕涣宦幻郇奂萑擐圜獾洹浣漶寰逭缳锾鲩鬟'),
	('huang', '荒慌黄磺蝗簧皇凰惶煌晃幌恍谎隍徨湟潢遑璜肓癀蟥篁鳇'),
	('hui', '灰挥辉徽恢蛔回毁悔慧卉惠晦贿秽会烩汇讳诲绘诙茴荟蕙咴喙隳洄浍彗缋珲晖恚虺蟪麾'),
	('hun', '荤昏婚魂浑混诨馄阍溷'),
	('huo', '豁活伙火获或惑霍货祸劐藿攉嚯夥灬钬锪镬耠蠖'),
	('ji', '击圾基机畸稽积箕肌饥迹激讥鸡姬绩缉吉极棘辑籍集及急疾汲即嫉级挤几脊己蓟技冀季伎祭剂悸济寄寂计记既忌际妓继纪亟乩剞佶偈墼芨芰蒺蕺掎叽咭哜唧岌嵴洎彐屐骥畿玑楫殛戟戢赍觊犄齑矶羁嵇稷瘠虮笈笄暨跻跽霁鲚鲫髻麂'),
	('jia', '嘉枷夹佳家加荚颊贾甲钾假稼价架驾嫁伽郏葭岬浃迦珈戛胛恝铗镓痂瘕袷蛱笳袈跏'),
	('jian', '歼监坚尖笺间煎兼肩艰奸缄茧检柬碱硷拣捡简俭剪减荐鉴践贱见键箭件健舰剑饯渐溅涧建僭谏谫菅蒹搛囝湔蹇謇缣枧楗戋戬牮犍毽腱睑锏鹣裥笕翦趼踺鲣鞯'),
	('jiang', '僵姜将浆江疆蒋桨奖讲匠酱降茳洚绛缰犟礓耩糨豇'),
	('jiao', '蕉椒礁焦胶交郊浇骄娇嚼搅铰矫侥脚狡角饺缴绞剿教酵轿较叫窖佼僬艽茭挢噍徼姣敫皎鹪蛟醮跤鲛'),
	('jie', '揭接皆秸街阶截劫节杰捷睫竭洁结解姐戒藉芥界借介疥诫届讦诘卩拮喈嗟婕孑桀碣疖颉蚧羯鲒骱'),
	('jin', '巾筋斤金今津襟紧锦仅谨进靳晋禁近烬浸尽劲卺荩堇噤馑廑妗缙瑾槿赆觐钅衿矜'),
	('jing', '荆兢茎睛晶鲸京惊精粳经井警景颈静境敬镜径痉靖竟竞净刭儆阱菁獍憬泾迳弪婧肼胫腈旌箐'),
	('jiong', '炯窘冂迥炅扃'),
	('jiu', '揪究纠玖韭久灸九酒厩救旧臼舅咎就疚僦啾阄柩桕鸠鹫赳鬏'),
	('ju', '桔鞠拘狙疽居驹菊局矩举沮聚拒据巨具距踞锯俱句惧炬剧倨讵苣苴莒掬遽屦琚椐榘榉橘犋飓钜锔窭裾趄醵踽龃雎鞫'),
	('juan', '捐鹃娟倦眷卷绢鄄狷涓桊蠲锩镌'),
	('jue', '撅攫抉掘倔爵觉决诀绝厥劂谲矍蕨噘噱崛獗孓珏桷橛爝镢蹶觖鳜'),
	('jun', '均菌钧军君峻俊竣浚郡骏捃皲隽麇'),
	('ka', '喀咖卡佧咔胩'),
	('kai', '开揩楷凯慨剀垲蒈忾恺铠锎锴'),
	('kan', '槛刊堪勘坎砍看侃凵莰阚戡龛瞰'),
	('kang', '康慷糠扛抗亢炕伉闶钪'),
	('kao', '考拷烤靠尻栲犒铐'),
	('ke', '坷苛柯棵磕颗科壳可渴克刻客课嗑岢恪溘骒缂珂轲氪瞌钶锞稞疴窠颏蚵蝌髁'),
	('ken', '肯啃垦恳裉'),
	('keng', '坑吭铿'),
	('kong', '空恐孔控倥崆箜'),
	('kou', '抠口扣寇芤蔻叩眍筘'),
	('ku', '枯哭窟苦酷库裤刳堀喾绔骷'),
	('kua', '夸垮挎跨胯侉'),
	('kuai', '块筷侩快蒯郐哙狯脍'),
	('kuan', '宽款髋'),
	('kuang', '匡筐狂框矿眶旷况诓诳邝圹夼哐纩贶'),
	('kui', '亏盔岿窥葵奎魁傀馈愧溃馗匮夔蒉揆喹喟悝愦逵暌睽聩蝰篑跬'),
	('kun', '坤昆捆困悃阃琨锟醌鲲髡'),
	('kuo', '括扩廓阔蛞'),
	('la', '垃拉喇蜡腊辣啦剌邋旯砬瘌'),
	('lai', '莱来赖崃徕涞濑赉睐铼癞籁'),
	('lan', '蓝婪栏拦篮阑兰澜谰揽览懒缆烂滥岚漤榄斓罱镧褴'),
	('lang', '琅榔狼廊郎朗浪莨蒗啷阆锒稂螂'),
	('lao', '捞劳牢老佬姥酪烙涝唠崂栳铑铹痨耢醪'),
	('le', '勒乐仂叻嘞泐鳓'),
	('lei', '雷镭蕾磊累儡垒擂肋类泪羸诔嫘缧檑耒酹'),
	('leng', '棱楞冷塄愣'),
	('li', '厘梨犁黎篱狸离漓理李里鲤礼莉荔吏栗丽厉励砾历利傈例俐痢立粒沥隶力璃哩俪俚郦坜苈莅蓠藜呖唳喱猁溧澧逦娌嫠骊缡枥栎轹戾砺詈罹锂鹂疠疬蛎蜊蠡笠篥粝醴雳鲡鳢黧'),
	('lia', '俩'),
	('lian', '联莲连镰廉怜涟帘敛脸链恋炼练蔹奁潋濂琏楝殓臁裢裣蠊鲢'),
	('liang', '粮凉梁粱良两辆量晾亮谅墚椋踉靓魉'),
	('liao', '撩聊僚疗燎寥辽潦了撂镣廖料蓼尥嘹獠寮缭钌鹩'),
	('lie', '列裂烈劣猎冽埒捩咧洌趔躐鬣'),
	('lin', '琳林磷霖临邻鳞淋凛赁吝拎蔺啉嶙廪懔遴檩辚膦瞵粼躏麟'),
	('ling', '玲菱零龄铃伶羚凌灵陵岭领另令酃苓呤囹泠绫柃棂瓴聆蛉翎鲮'),
	('liu', '溜琉榴硫馏留刘瘤流柳六浏遛骝绺旒熘锍镏鹨鎏'),
	('long', '龙聋咙笼窿隆垄拢陇垅茏泷珑栊胧砻癃'),
	('lou', '楼娄搂篓漏陋蒌喽嵝镂瘘耧蝼髅'),
	('lu', '芦卢颅庐炉掳卤虏鲁麓碌露路赂鹿潞禄录陆戮垆撸噜泸渌漉逯璐栌橹轳辂辘氇胪镥鸬鹭簏舻鲈'),
	('luan', '峦挛孪滦卵乱脔娈栾鸾銮'),
	('lun', '抡轮伦仑沦纶论囵'),
	('luo', '萝螺罗逻锣箩骡裸落洛骆络倮蠃荦摞猡泺漯珞椤脶镙瘰跞雒'),
	('lv', '驴吕铝侣旅履屡缕虑氯律率滤绿偻捋闾榈膂稆褛'),
	('lve', '掠略锊'),
	('ma', '妈麻玛码蚂马骂嘛吗犸杩蟆'),
	('mai', '埋买麦卖迈脉劢荬唛霾'),
	('man', '瞒馒蛮满蔓曼慢漫谩墁幔缦熳镘颟螨鳗鞔'),
	('mang', '芒茫盲氓忙莽邙漭硭蟒'),
	('mao', '猫茅锚毛矛铆卯茂冒帽貌贸袤茆峁泖瑁昴牦耄旄懋瞀蝥蟊髦'),
	('me', '么'),
	('mei', '玫枚梅酶霉煤没眉媒镁每美昧寐妹媚莓嵋猸浼湄楣镅鹛袂魅'),
	('men', '门闷们扪焖懑钔'),
	('meng', '萌蒙檬盟锰猛梦孟勐甍瞢懵朦礞虻蜢蠓艋艨'),
	('mi', '眯醚靡糜迷谜弥米秘觅泌蜜密幂芈冖谧蘼咪嘧猕汨宓弭脒祢敉糸縻麋'),
	('mian', '棉眠绵冕免勉娩缅面沔渑湎宀腼眄黾'),
	('miao', '苗描瞄藐秒渺庙妙喵邈缈杪淼眇鹋'),
	('mie', '蔑灭咩蠛篾'),
	('min', '民抿皿敏悯闽苠岷闵泯缗玟珉愍鳘'),
	('ming', '明螟鸣铭名命冥茗溟暝瞑酩'),
	('miu', '谬缪'),
	('mo', '貉摸摹蘑模膜磨摩魔抹末莫墨默沫漠寞陌谟茉蓦馍嫫嬷殁镆秣瘼耱貊貘麽'),
	('mou', '谋某侔哞眸蛑鍪'),
	('mu', '牟拇牡亩姆母墓暮幕募慕木目睦牧穆仫坶苜沐毪钼'),
	('na', '拿哪呐钠那娜纳捺肭镎衲'),
	('nai', '氖乃奶耐奈鼐艿萘柰'),
	('nan', '南男难喃囡楠腩蝻赧'),
	('nang', '囊攮囔馕曩'),
	('nao', '挠脑恼闹淖孬垴呶猱瑙硇铙蛲'),
	('ne', '呢讷疒'),
	('nei', '馁内'),
	('nen', '嫩恁'),
	('neng', '能'),
	('ng', '嗯'),
	('ni', '妮霓倪泥尼拟你匿腻逆溺伲坭猊怩昵旎睨铌鲵'),
	('nian', '蔫拈年碾撵捻念粘辗廿埝辇黏鲇鲶'),
	('niang', '娘酿'),
	('niao', '鸟尿茑嬲脲袅'),
	('nie', '捏聂孽啮镊镍涅乜陧蘖嗫颞臬蹑'),
	('nin', '您'),
	('ning', '柠狞凝宁拧泞佞咛甯聍'),
	('niu', '牛扭钮纽狃忸妞'),
	('nong', '脓浓农弄侬哝'),
	('nou', '耨'),
	('nu', '奴努怒弩胬孥驽'),
	('nuan', '暖'),
	('nuo', '挪懦糯诺傩搦喏锘'),
	('nv', '女恧钕衄'),
	('nve', '虐疟'),
	('o', '哦噢'),
	('ou', '欧鸥殴藕呕偶沤讴怄瓯耦'),
	('pa', '耙啪趴爬帕怕琶葩杷筢'),
	('pai', '拍排牌徘湃派俳蒎哌'),
	('pan', '攀潘盘磐盼畔判叛丬爿泮袢襻蟠蹒'),
	('pang', '乓庞旁耪胖彷滂逄螃'),
	('pao', '抛咆刨炮袍跑泡匏狍庖脬疱'),
	('pei', '呸胚培裴赔陪配佩沛辔帔旆锫醅霈'),
	('pen', '喷盆湓'),
	('peng', '砰抨烹澎彭蓬棚硼篷膨朋鹏捧碰堋嘭怦蟛'),
	('pi', '辟坯砒霹批披劈琵毗啤脾疲皮匹痞僻屁譬丕仳陴邳郫圮埤鼙芘擗噼庀淠媲纰枇甓睥罴铍癖疋蚍蜱貔'),
	('pian', '篇偏片骗谝骈犏胼翩蹁'),
	('piao', '飘漂瓢票剽莩嘌嫖骠缥殍瞟螵'),
	('pie', '撇瞥丿苤氕'),
	('pin', '拼频贫品聘拚姘嫔榀牝颦'),
	('ping', '乒坪苹萍平凭瓶评屏俜娉枰鲆'),
	('po', '坡泼颇婆破魄迫粕叵鄱珀钋钷皤笸'),
	('pou', '剖裒掊'),
	('pu', '脯扑铺仆莆葡菩蒲埔朴圃普浦谱曝瀑匍噗溥濮璞攴氆攵镤镨蹼'),
	('qi', '期欺栖戚妻七凄漆柒沏其棋奇歧畦崎脐齐旗祈祁骑起岂乞企启契砌器气迄弃汽泣讫丌亓圻芑芪荠萁萋葺蕲嘁屺岐汔淇骐绮琪琦杞桤槭耆欹祺憩碛颀蛴蜞綦蹊鳍麒'),
	('qia', '掐恰洽葜髂'),
	('qian', '牵扦钎铅千迁签仟谦乾黔钱钳前潜遣浅谴堑嵌欠歉倩佥阡芊芡茜荨掮岍悭骞搴褰缱椠肷愆钤虔箝'),
	('qiang', '枪呛腔羌墙蔷强抢戕嫱樯戗炝锖锵镪襁蜣羟跄'),
	('qiao', '橇锹敲悄桥瞧乔侨巧鞘撬翘峭俏窍劁诮谯荞峤愀憔缲樵硗跷鞒'),
	('qie', '切茄且怯窃惬慊妾挈锲箧'),
	('qin', '钦侵亲秦琴勤芹擒禽寝沁芩揿吣嗪噙檎锓覃螓衾'),
	('qing', '青轻氢倾卿清擎晴氰情顷请庆苘圊檠磬蜻罄綮謦鲭黥'),
	('qiong', '琼穷邛茕穹蛩筇跫銎'),
	('qiu', '秋丘邱球求囚酋泅俅巯犰湫逑遒楸赇虬蚯裘糗鳅鼽'),
	('qu', '趋区蛆曲躯屈驱渠取娶龋趣去诎劬蕖蘧岖衢阒璩觑氍朐祛磲鸲癯蛐蠼麴瞿黢'),
	('quan', '圈颧权醛泉全痊拳犬券劝诠荃犭悛绻辁畎铨蜷筌鬈'),
	('que', '缺炔瘸却鹊榷确雀阕阙悫'),
	('qun', '裙群逡'),
	('ran', '然燃冉染苒蚺髯'),
	('rang', '瓤壤攘嚷让禳穰'),
	('rao', '饶扰绕荛娆桡'),
	('re', '惹热'),
	('ren', '壬仁人忍韧任认刃妊纫亻仞荏饪轫稔衽'),
	('reng', '扔仍'),
	('ri', '日'),
	('rong', '戎茸蓉荣融熔溶容绒冗嵘狨榕肜蝾'),
	('rou', '揉柔肉糅蹂鞣'),
	('ru', '茹蠕儒孺如辱乳汝入褥蓐薷嚅洳溽濡缛铷襦颥'),
	('ruan', '软阮朊'),
	('rui', '蕊瑞锐芮蕤枘睿蚋'),
	('run', '闰润'),
	('ruo', '若弱偌箬'),
	('sa', '撒洒萨卅仨挲脎飒'),
	('sai', '腮鳃塞赛噻'),
	('san', '三叁伞散馓毵'),
	('sang', '桑嗓丧搡磉颡'),
	('sao', '搔骚扫嫂埽缫臊瘙鳋'),
	('se', '瑟色涩啬铯穑'),
	('sen', '森'),
	('seng', '僧'),
	('sha', '莎砂杀沙纱傻啥煞厦唼歃铩痧裟霎鲨'),
	('shai', '筛晒酾'),
	('shan', '珊苫杉山删煽衫闪陕擅赡膳善汕扇缮栅讪鄯埏芟彡潸姗嬗骟膻钐疝蟮舢跚鳝'),
	('shang', '墒伤商赏晌上尚裳垧绱殇熵觞'),
	('shao', '梢捎稍烧芍勺韶少哨邵绍劭潲杓蛸筲艄'),
	('she', '奢赊蛇舌舍赦摄射慑涉社设厍佘猞滠畲麝'),
	('shen', '砷申呻伸身深娠绅神沈审婶甚肾慎渗什诜谂莘葚哂渖椹胂矧蜃糁'),
	('sheng', '声生甥牲升绳省盛剩胜圣嵊晟眚笙'),
	('shi', '师失狮施湿诗尸虱十石拾时食蚀实识史矢使屎驶始式示士世柿事拭誓逝势是嗜噬适仕侍释饰氏市恃室视试谥埘莳蓍弑饣轼贳炻礻铈螫舐筮豕鲥鲺'),
	('shou', '收手首守寿授售受瘦兽扌狩绶艏'),
	('shu', '蔬枢梳殊抒输叔舒淑疏书赎孰熟薯暑曙署蜀黍鼠属术述树束戍竖墅庶数漱恕倏塾菽摅沭澍姝纾毹腧殳秫'),
	('shua', '刷耍唰'),
	('shuai', '摔衰甩帅蟀'),
	('shuan', '栓拴闩涮'),
	('shuang', '霜双爽孀'),
	('shui', '谁水睡税氵'),
	('shun', '吮瞬顺舜'),
	('shuo', '说硕朔烁蒴搠妁槊铄'),
	('si', '斯撕嘶思私司丝死肆寺嗣四伺似饲巳厮俟兕厶咝汜泗澌姒驷纟缌祀锶鸶耜蛳笥'),
	('song', '松耸怂颂送宋讼诵凇菘崧嵩忪悚淞竦'),
	('sou', '搜艘擞嗽叟薮嗖嗾馊溲飕瞍锼螋'),
	('su', '苏酥俗素速粟僳塑溯宿诉肃夙谡蔌嗉愫涑簌觫稣'),
	('suan', '酸蒜算狻'),
	('sui', '虽隋随绥髓碎岁穗遂隧祟谇荽濉邃燧眭睢'),
	('sun', '孙损笋荪狲飧榫隼'),
	('suo', '蓑梭唆缩琐索锁所唢嗦嗍娑桫睃羧'),
	('ta', '塌他它她塔獭挞蹋踏闼溻遢榻沓铊趿鳎'),
	('tai', '胎苔抬台泰酞太态汰邰薹肽炱钛跆鲐'),
	('tan', '弹坍摊贪瘫滩坛檀痰潭谭谈坦毯袒碳探叹炭郯昙忐钽锬镡'),
	('tang', '汤塘搪堂棠膛唐糖倘躺淌趟烫傥帑饧溏瑭铴镗耥螗螳羰醣'),
	('tao', '掏涛滔绦萄桃逃淘陶讨套鼗啕洮韬焘饕'),
	('te', '特忒忑慝铽'),
	('teng', '藤腾疼誊滕'),
	('ti', '梯剔踢锑提题蹄啼体替嚏惕涕剃屉倜悌逖绨缇鹈裼醍'),
	('tian', '天添填田甜恬舔腆掭忝阗殄畋'),
	('tiao', '调挑条迢眺跳佻苕祧窕蜩笤粜龆鲦髫'),
	('tie', '贴铁帖萜餮'),
	('ting', '厅听烃汀廷停亭庭挺艇莛葶婷梃町铤蜓霆'),
	('tong', '通桐酮瞳同铜彤童桶捅筒统痛佟僮仝茼嗵恸潼砼'),
	('tou', '偷投头透亠钭骰'),
	('tu', '凸秃突图徒途涂屠土吐兔堍荼菟钍酴'),
	('tuan', '湍团抟彖疃'),
	('tui', '推颓腿蜕褪退煺'),
	('tun', '囤吞屯臀氽饨暾豚'),
	('tuo', '拖托脱鸵陀驮驼椭妥拓唾乇佗坨庹沱柝柁橐砣箨酡跎鼍'),
	('wa', '挖哇蛙洼娃瓦袜佤娲腽'),
	('wai', '歪外崴'),
	('wan', '豌弯湾玩顽丸烷完碗挽晚皖惋宛婉万腕剜芄莞菀纨绾琬脘畹蜿'),
	('wang', '汪王亡枉网往旺望忘妄罔尢惘辋魍'),
	('wei', '威巍微危韦违桅围唯惟为潍维苇萎委伟伪尾纬未蔚味畏胃喂魏位渭谓尉慰卫偎诿隈隗葳薇囗帏帷嵬猥猬闱沩洧涠逶娓玮韪軎炜煨痿艉鲔'),
	('wen', '瘟温蚊文闻纹吻稳紊问刎阌汶璺雯'),
	('weng', '嗡翁瓮蓊蕹'),
	('wo', '挝蜗涡窝我斡卧握沃倭莴喔幄渥肟硪龌'),
	('wu', '巫呜钨乌污诬屋无芜梧吾吴毋武五捂午舞伍侮坞戊雾晤物勿务悟误兀仵阢邬圬芴唔庑怃忤浯寤迕妩婺骛杌牾於焐鹉鹜痦蜈鋈鼯'),
	('xi', '昔熙析西硒矽晰嘻吸锡牺稀息希悉膝夕惜熄烯溪汐犀檄袭席习媳喜洗系隙戏细僖兮隰郄菥葸蓰奚唏徙饩阋浠淅屣嬉玺樨曦觋欷歙熹禊禧皙穸蜥螅蟋舄舾羲粞翕醯鼷'),
	('xia', '瞎虾匣霞辖暇峡侠狭下夏吓呷狎遐瑕柙硖罅黠'),
	('xian', '铣掀锨先仙鲜纤咸贤衔舷闲涎弦嫌显险现献县腺馅羡宪陷限线冼苋莶藓岘猃暹娴氙燹祆鹇痫蚬筅籼酰跣跹霰'),
	('xiang', '相厢镶香箱襄湘乡翔祥详想响享项巷橡像向象芗葙饷庠骧缃蟓鲞飨'),
	('xiao', '萧硝霄削哮销消宵淆晓小孝校肖啸笑效哓崤潇逍骁绡枭枵筱箫魈'),
	('xie', '楔些歇蝎鞋协挟携邪斜胁谐写械卸蟹懈泄泻谢屑偕亵勰燮薤撷獬廨渫瀣邂绁缬榭榍躞'),
	('xin', '薪芯锌欣辛新忻心信衅囟馨忄昕歆鑫'),
	('xing', '星腥猩惺兴刑型形邢行醒幸杏性姓陉荇擤悻硎'),
	('xiong', '兄凶胸匈汹雄熊芎'),
	('xiu', '休修羞朽嗅锈秀袖绣咻岫馐庥溴鸺貅髹'),
	('xu', '墟戌需虚嘘须徐许蓄酗叙旭序恤絮婿绪续吁诩勖圩蓿洫溆顼栩煦盱胥糈醑'),
	('xuan', '轩喧宣悬旋玄选癣眩绚儇谖萱揎泫渲漩璇楦暄炫煊碹铉镟痃'),
	('xue', '靴薛学穴雪血谑泶踅鳕'),
	('xun', '勋熏循旬询寻驯巡殉汛训讯逊迅巽埙荀蕈薰峋徇獯恂洵浔曛窨醺鲟'),
	('ya', '压押鸦鸭呀丫芽牙蚜崖衙涯雅哑亚讶轧伢垭揠岈迓娅琊桠氩砑睚痖'),
	('yan', '焉咽阉烟淹盐严研蜒岩延言颜阎炎沿奄掩眼衍演艳堰燕厌砚雁唁彦焰宴谚验厣赝剡俨偃兖讠谳阽郾鄢菸崦恹闫湮滟妍嫣琰檐晏胭腌焱罨筵酽魇餍鼹'),
	('yang', '殃央鸯秧杨扬佯疡羊洋阳氧仰痒养样漾徉怏泱炀烊恙蛘鞅'),
	('yao', '邀腰妖瑶摇尧遥窑谣姚咬舀药要耀钥夭爻吆崾徭幺珧杳轺曜肴铫鹞窈繇鳐'),
	('ye', '椰噎耶爷野冶也页掖业叶曳腋夜液靥谒邺揶晔烨铘'),
	('yi', '一壹医揖铱依伊衣颐夷遗移仪胰疑沂宜姨彝椅蚁倚已乙矣以艺抑易邑屹亿役臆逸肄疫亦裔意毅忆义益溢诣议谊译异翼翌绎刈劓仡佚佾诒圯埸懿苡荑薏弈奕挹弋呓咦咿噫峄嶷猗饴怿怡悒漪迤驿缢殪轶贻旖熠眙钇镒镱痍瘗癔翊衤蜴舣羿翳酏黟'),
	('yin', '茵荫因殷音阴姻吟银淫寅饮尹引隐印胤鄞廴垠堙茚吲喑狺夤洇氤铟瘾蚓霪龈'),
	('ying', '英樱婴鹰应缨莹萤营荧蝇迎赢盈影颖硬映嬴郢茔荥莺萦蓥撄嘤膺滢潆瀛瑛璎楹媵鹦瘿颍罂'),
	('yo', '哟唷'),
	('yong', '拥佣臃痈庸雍踊蛹咏泳涌永恿勇用俑壅墉喁慵邕镛甬鳙饔'),
	('you', '幽优悠忧尤由邮铀犹油游酉有友右佑釉诱又幼卣攸侑莠莜莸呦囿宥柚猷牖铕疣蚰蚴蝣蝤鱿黝鼬'),
	('yu', '迂淤于盂榆虞愚舆余俞逾鱼愉渝渔隅予娱雨与屿禹宇语羽玉域芋郁遇喻峪御愈欲狱育誉浴寓裕预豫驭禺毓伛俣谀谕萸蓣揄圄圉嵛狳饫馀庾阈鬻妪妤纡瑜昱觎腴欤煜燠肀聿钰鹆鹬瘐瘀窬窳蜮蝓竽臾舁雩龉'),
	('yuan', '鸳渊冤元垣袁原援辕园员圆猿源缘远苑愿怨院垸塬芫掾沅媛瑗橼爰眢鸢螈箢鼋'),
	('yue', '曰约越跃岳粤月悦阅龠哕瀹樾刖钺'),
	('yun', '耘云郧匀陨允运蕴酝晕韵孕郓芸狁恽愠纭韫殒昀氲熨筠'),
	('za', '匝砸杂咋拶咂'),
	('zai', '栽哉灾宰载再在仔崽甾'),
	('zan', '咱攒暂赞瓒昝簪糌趱錾'),
	('zang', '赃脏葬奘驵臧'),
	('zao', '遭糟凿藻枣早澡蚤躁噪造皂灶燥唣'),
	('ze', '责择则泽仄赜啧帻迮昃笮箦舴'),
	('zei', '贼'),
	('zen', '怎谮'),
	('zeng', '增憎赠缯甑罾锃'),
	('zha', '扎喳渣札铡闸眨榨乍炸诈柞揸吒咤哳楂砟痄蚱齄'),
	('zhai', '翟摘斋宅窄债寨砦瘵'),
	('zhan', '瞻毡詹沾盏斩崭展蘸栈占战站湛绽谵搌旃'),
	('zhang', '樟章彰漳张掌涨杖丈帐账仗胀瘴障仉鄣幛嶂獐嫜璋蟑'),
	('zhao', '招昭找沼赵照罩兆肇召诏棹钊笊'),
	('zhe', '遮折哲蛰辙者锗蔗这浙着谪摺柘辄磔鹧褶蜇赭'),
	('zhen', '珍斟真甄砧臻贞针侦枕疹诊震振镇阵帧圳蓁浈溱缜桢榛轸赈胗朕祯畛稹鸩箴'),
	('zheng', '蒸挣睁征狰争怔整拯正政症郑证诤峥钲铮筝'),
	('zhi', '芝枝支吱蜘知肢脂汁之织职直植殖执值侄址指止趾只旨纸志挚掷至致置帜峙制智秩稚质炙痔滞治窒卮陟郅埴芷摭帙徵夂忮彘咫骘栉枳栀桎轵轾贽胝膣祉祗黹雉鸷痣蛭絷酯跖踬踯豸觯'),
	('zhong', '中盅忠钟衷终种肿重仲众冢锺螽舯踵'),
	('zhou', '舟周州洲诌粥轴肘帚咒皱宙昼骤荮啁妯纣绉胄碡籀酎'),
	('zhu', '珠株蛛朱猪诸诛逐竹烛煮拄瞩嘱主著柱助蛀贮铸筑住注祝驻丶伫侏邾苎茱洙渚潴杼槠橥炷铢疰瘃竺箸舳翥躅麈'),
	('zhua', '抓爪'),
	('zhuai', '拽'),
	('zhuan', '专砖转撰赚篆啭馔颛'),
	('zhuang', '幢桩庄装妆撞壮状'),
	('zhui', '椎锥追赘坠缀惴骓缒隹'),
	('zhun', '谆准肫窀'),
	('zhuo', '捉拙卓桌琢茁酌啄灼浊倬诼擢浞涿濯禚斫镯'),
	('zi', '兹咨资姿滋淄孜紫籽滓子自渍字谘茈嵫姊孳缁梓辎赀恣眦锱秭耔笫粢趑觜訾龇鲻髭'),
	('zong', '鬃棕踪宗综总纵偬腙粽'),
	('zou', '邹走奏揍诹陬鄹驺鲰'),
	('zu', '租足卒族祖诅阻组俎菹镞'),
	('zuan', '钻纂攥缵躜'),
	('zui', '咀嘴醉最罪蕞'),
	('zun', '尊遵撙樽鳟'),
	('zuo', '昨左佐做作坐座阼唑嘬怍胙祚')
) AS v (sound, signs), regexp_split_to_table(signs, '') sign;

SELECT system_scope();
INSERT INTO good_word SELECT DISTINCT w FROM good g, search_words(g.sought) w WHERE g.status = 'released' ON CONFLICT DO NOTHING;
INSERT INTO good_has_word SELECT w, g.id FROM good g, search_words(g.sought) w WHERE g.status = 'released' ON CONFLICT DO NOTHING;
INSERT INTO good_sound SELECT s, g.id FROM good g, good_sounds(g.chinese_name) s WHERE g.status = 'released' ON CONFLICT DO NOTHING;
